/** The background of every scene: colours of a club's hue, sky, hills, water, trees. Drawn by numbers, none of it random. */

export const WIDTH = 1200
export const HEIGHT = 630

export type Light = 'day' | 'dusk' | 'night'

export interface Brush {
  readonly light: Light
  /** The club's colour at a lightness, 0 to 100; `turn` leads away from its hue. */
  readonly tone: (lightness: number, saturation?: number, turn?: number) => string
  /** The colour of the air: between the club's and a clear sky's. */
  readonly air: (lightness: number, saturation: number) => string
  /** The next of a row of numbers from 0 to 1, the same for the same event. */
  readonly next: () => number
}

export function brushOf(hue: number, light: Light, seed: string): Brush {
  let state = Buffer.from(seed).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7)
  const dim = { day: 1, dusk: 0.86, night: 0.52 }[light]
  const tone = (lightness: number, saturation = 34, turn = 0) =>
    `hsl(${Math.round((hue + turn + 360) % 360)} ${saturation}% ${(lightness * dim).toFixed(1)}%)`
  return {
    light,
    tone,
    air: (lightness, saturation) => tone(lightness, saturation, (208 - hue) * 0.7),
    next: () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    },
  }
}

export const CORAL = '#d9714f'
export const SAND = '#f3e3c8'
export const GLOW = '#ffe3a3'

const round = (value: number) => Number(value.toFixed(1))

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`

export const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

export const stroke = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

export const repeat = (times: number, draw: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => draw(at)).join('')

export function sky({ light, tone, air, next }: Brush): string {
  const [top, bottom] = {
    day: [air(80, 48), air(95, 40)],
    dusk: [air(68, 36), 'hsl(24 68% 82%)'],
    night: [air(22, 46), tone(54, 36)],
  }[light]
  const stars = repeat(60, () => circle(next() * WIDTH, next() * 330, 0.8 + next() * 1.4, '#fff', 'opacity="0.7"'))
  const x = 220 + next() * 720
  const sun =
    light === 'night'
      ? circle(x, 120, 38, SAND, 'opacity="0.95"') + circle(x + 15, 110, 34, air(25, 46))
      : circle(x, light === 'dusk' ? 268 : 150, light === 'dusk' ? 74 : 56, light === 'dusk' ? '#f2a97e' : '#fff6df')
  return `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="0.75" stop-color="${bottom}"/></linearGradient>
    ${rect(0, 0, WIDTH, HEIGHT, 'url(#sky)')}${light === 'night' ? stars : ''}${sun}`
}

/** Rows of hills, the nearer the darker, down to a height. */
export function hills({ tone, next }: Brush, base: number, rows = 3): string {
  return repeat(rows, (row) => {
    const y = base - (rows - row) * 46
    let x = -80
    let d = `M-80 ${HEIGHT} L-80 ${round(y)}`
    while (x < WIDTH + 120) {
      const width = 240 + next() * 260
      const rise = 26 + next() * 62
      d += ` Q${round(x + width / 2)} ${round(y - rise)} ${round(x + width)} ${round(y + next() * 14)}`
      x += width
    }
    return shape(`${d} L${round(x)} ${HEIGHT} Z`, tone(74 - row * 13, 30 + row * 3))
  })
}

export function water({ tone, next }: Brush, top: number): string {
  const glints = repeat(34, () => {
    const y = top + 12 + next() * (HEIGHT - top - 20)
    const reach = 16 + ((y - top) / (HEIGHT - top)) * 110
    const x = next() * WIDTH
    return stroke(`M${round(x)} ${round(y)} h${round(reach)}`, '#fff', 2.4, 'opacity="0.28"')
  })
  return `<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${tone(70, 40)}"/><stop offset="1" stop-color="${tone(36, 46)}"/></linearGradient>
    ${rect(0, top, WIDTH, HEIGHT - top, 'url(#water)')}${glints}`
}

export const ground = (top: number, colour: string) =>
  shape(`M0 ${top} Q300 ${top - 26} 620 ${top} T1200 ${top - 8} V${HEIGHT} H0 Z`, colour)

/** Round crowns on thin trunks, or pointed ones. */
export function trees({ tone, next }: Brush, y: number, count: number, pointed: boolean): string {
  return repeat(count, (at) => {
    const x = ((at + 0.2 + next() * 0.6) / count) * WIDTH
    const size = 46 + next() * 44
    const colour = tone(26 + next() * 16, 34, next() * 24 - 12)
    return pointed
      ? shape(
          `M${round(x)} ${round(y - size * 2.5)} l${round(size * 0.55)} ${round(size * 2.5)} h${round(-size * 1.1)} Z`,
          colour,
        )
      : rect(x - 4, y - size, 8, size, tone(24, 20)) + circle(x, y - size * 1.3, size * 0.72, colour)
  })
}
