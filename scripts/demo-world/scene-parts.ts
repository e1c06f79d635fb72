/** Objects in scenes. */

import { circle, CORAL, GLOW, rect, repeat, SAND, shape, stroke, WIDTH, type Brush } from './scene-ground.ts'

export const boat = (x: number, y: number, size: number, colour: string, oars: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})">
    ${repeat(oars, (at) => stroke(`M${-70 + at * 48} -6 l${at % 2 ? 34 : -34} 44`, SAND, 4))}
    ${repeat(oars, (at) => circle(-70 + at * 48, -26, 11, '#2b3a42') + shape(`M${-84 + at * 48} 4 q14 -34 28 0 Z`, CORAL))}
    ${shape('M-190 -2 Q-150 26 -110 28 H110 Q150 26 190 -2 Q90 8 0 8 T-190 -2 Z', colour)}
  </g>`

export const house = (x: number, y: number, width: number, wall: string, roof: string, glows: boolean) =>
  rect(x, y, width, 130, wall) +
  shape(`M${x - 14} ${y} l${width / 2 + 14} ${-width * 0.42} l${width / 2 + 14} ${width * 0.42} Z`, roof) +
  rect(x + width * 0.18, y + 34, width * 0.2, 40, glows ? GLOW : '#fff', 'opacity="0.9"') +
  rect(x + width * 0.58, y + 44, width * 0.24, 86, roof)

export const walls = ['#a8432f', '#d8a24a', '#e9e2d2', '#3f5f6b', '#a8432f']

export const bunting = (y: number, tone: Brush['tone']) => {
  const colours = [CORAL, SAND, tone(46, 44), '#fff']
  const line = repeat(2, (row) => {
    const top = y + row * 70
    const flags = repeat(16, (at) => {
      const x = at * 78 + row * 30
      const dip = top + 70 * Math.sin((Math.PI * (x + 34)) / WIDTH)
      return shape(`M${x} ${dip.toFixed(1)} h56 l-28 50 Z`, colours[(at + row) % 4]!)
    })
    return stroke(`M-10 ${top - 6} Q600 ${top + 142} 1210 ${top - 6}`, '#fff', 3) + flags
  })
  return line
}

export const court = (floor: string, around: string, tone: Brush['tone']) => {
  const net = repeat(30, (at) => stroke(`M${150 + at * 31} 372 v58`, '#fff', 1.2, 'opacity="0.55"'))
  return `${rect(0, 330, WIDTH, 300, around)}
    ${shape('M330 352 H870 L1130 630 H70 Z', floor)}
    ${stroke('M352 362 H848 M190 560 H1010 M352 362 L120 630 M848 362 L1080 630 M600 400 V560', '#fff', 6)}
    ${rect(140, 366, 920, 70, tone(24, 30), 'opacity="0.35"')}${net}${rect(134, 360, 932, 9, '#fff')}
    ${rect(130, 352, 9, 92, tone(22, 24))}${rect(1061, 352, 9, 92, tone(22, 24))}`
}

export const ball = (x: number, y: number, radius: number) =>
  circle(x, y, radius, '#dfe86a') +
  stroke(
    `M${x - radius * 0.7} ${y - radius * 0.7} Q${x} ${y} ${x - radius * 0.7} ${y + radius * 0.7}`,
    '#fff',
    radius / 7,
  ) +
  stroke(
    `M${x + radius * 0.7} ${y - radius * 0.7} Q${x} ${y} ${x + radius * 0.7} ${y + radius * 0.7}`,
    '#fff',
    radius / 7,
  )

export const arch = (x: number, y: number, width: number, height: number, fill: string) =>
  shape(
    `M${x} ${y + height} V${y + width / 2} Q${x + width / 2} ${y - width / 3} ${x + width} ${y + width / 2} V${y + height} Z`,
    fill,
  )

export const note = (x: number, y: number, size: number, colour: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><ellipse rx="15" ry="11" transform="rotate(-20)" fill="${colour}"/>${stroke('M13 -4 V-70 q20 8 22 32', colour, 5)}</g>`

export const candle = (x: number, y: number, height: number) =>
  circle(x, y - height - 16, 64, GLOW, 'opacity="0.18"') +
  rect(x - 9, y - height, 18, height, SAND) +
  shape(`M${x} ${y - height - 38} q15 24 0 34 q-15 -10 0 -34 Z`, '#ffc65c')
