import {
  circle,
  CORAL,
  GLOW,
  ground,
  HEIGHT,
  hills,
  rect,
  repeat,
  SAND,
  shape,
  sky,
  stroke,
  trees,
  water,
  WIDTH,
  type Brush,
} from './scene-ground.ts'
import { boat, house, walls, bunting, court, ball, arch, note, candle } from './scene-parts.ts'

/** The subjects of pictures of events. */
export const motifs = {
  fjord: (brush) =>
    sky(brush) +
    hills(brush, 400) +
    water(brush, 372) +
    boat(560, 480, 1.25, '#7a3324', 3) +
    boat(930, 420, 0.5, '#33474f', 3),
  regatta: (brush) =>
    sky(brush) +
    hills(brush, 360, 2) +
    water(brush, 330) +
    repeat(4, (at) =>
      boat(260 + at * 210, 400 + at * 56, 0.55 + at * 0.14, [CORAL, '#2f5b6b', '#e8dcc3', '#7a3324'][at]!, 4),
    ),
  harbour: (brush) =>
    sky(brush) +
    hills(brush, 330, 2) +
    water(brush, 430) +
    repeat(5, (at) =>
      house(90 + at * 210, 306, 170, walls[at]!, at === 2 ? '#7c4a3a' : '#39464c', brush.light !== 'day'),
    ) +
    rect(0, 432, WIDTH, 20, '#8b6f55') +
    repeat(13, (at) => rect(30 + at * 96, 448, 12, 80, '#6d5642')),
  swimming: (brush) =>
    sky(brush) +
    hills(brush, 340, 2) +
    water(brush, 340) +
    shape('M700 630 L760 356 H800 L900 630 Z', '#9b7f63') +
    house(736, 240, 150, '#a8432f', '#39464c', true) +
    repeat(
      3,
      (at) =>
        circle(240 + at * 130, 470 + (at % 2) * 40, 22, '#f0c9a5') +
        stroke(`M${196 + at * 130} ${494 + (at % 2) * 40} q44 20 90 0`, '#fff', 6),
    ),
  machines: (brush) =>
    rect(0, 0, WIDTH, HEIGHT, brush.tone(88, 30)) +
    rect(0, 430, WIDTH, 200, '#c9ad86') +
    repeat(4, (at) => arch(90 + at * 280, 70, 180, 270, brush.tone(97, 40))) +
    repeat(
      3,
      (at) =>
        `<g transform="translate(${130 + at * 350} 520)">${rect(0, 0, 270, 12, '#39464c')}${circle(40, -30, 44, '#39464c')}${circle(40, -30, 26, brush.tone(60, 44))}${rect(150, -22, 62, 18, CORAL)}${stroke('M84 -30 H190', SAND, 5)}</g>`,
    ),
  party: (brush) =>
    sky(brush) +
    hills(brush, 470) +
    ground(500, brush.tone(44, 34)) +
    bunting(70, brush.tone) +
    rect(180, 500, 840, 22, SAND) +
    repeat(8, (at) => circle(230 + at * 105, 488, 17, [CORAL, '#fff', brush.tone(58, 50)][at % 3]!)) +
    repeat(2, (at) => rect(250 + at * 680, 522, 16, 90, '#8b6f55')),
  camp: (brush) =>
    sky(brush) +
    hills(brush, 430) +
    trees(brush, 460, 11, true) +
    ground(470, brush.tone(34, 30)) +
    repeat(
      3,
      (at) =>
        shape(`M${180 + at * 300} 560 l110 -170 l110 170 Z`, [CORAL, SAND, brush.tone(62, 46)][at]!) +
        shape(`M${262 + at * 300} 560 l28 -80 l28 80 Z`, '#2b3a42', 'opacity="0.7"'),
    ) +
    circle(1060, 540, 90, GLOW, 'opacity="0.22"') +
    shape('M1060 470 q44 60 6 92 q-54 -26 -6 -92 Z', '#f5a13d'),
  clay: (brush) =>
    sky(brush) + trees(brush, 350, 14, false) + court('#c9704a', '#8fa56c', brush.tone) + ball(420, 520, 26),
  hall: (brush) =>
    rect(0, 0, WIDTH, HEIGHT, brush.tone(90, 26)) +
    repeat(9, (at) => rect(40 + at * 130, 60, 74, 190, brush.tone(97, 30))) +
    stroke('M0 330 Q600 -120 1200 330', brush.tone(60, 26), 10) +
    court(brush.tone(52, 34), brush.tone(66, 26), brush.tone) +
    ball(800, 250, 34),
  balls: (brush) =>
    sky(brush) +
    hills(brush, 420) +
    ground(440, '#c9704a') +
    stroke('M0 590 L1200 480', '#fff', 10) +
    repeat(7, (at) => ball(150 + at * 150, 540 - (at % 3) * 70 - brush.next() * 40, 34 + (at % 2) * 12)),
  church: (brush) =>
    sky(brush) +
    hills(brush, 450) +
    rect(300, 300, 440, 240, SAND) +
    shape('M280 300 l240 -130 l240 130 Z', '#8c4632') +
    rect(700, 190, 120, 350, '#e7d4b3') +
    shape('M690 190 l70 -130 l70 130 Z', '#39464c') +
    repeat(4, (at) => arch(340 + at * 92, 370, 52, 120, brush.light === 'day' ? brush.tone(52, 40) : GLOW)) +
    arch(734, 250, 52, 90, brush.light === 'day' ? brush.tone(52, 40) : GLOW) +
    ground(530, brush.tone(38, 30)) +
    trees(brush, 560, 6, false),
  song: (brush) =>
    sky(brush) +
    hills(brush, 470) +
    ground(520, brush.tone(32, 36)) +
    repeat(5, (at) =>
      stroke(
        `M-20 ${170 + at * 34} C300 ${60 + at * 34} 700 ${300 + at * 34} 1220 ${130 + at * 34}`,
        '#fff',
        3,
        'opacity="0.7"',
      ),
    ) +
    repeat(9, (at) =>
      note(
        110 + at * 124,
        250 + Math.sin(at * 1.1) * 54,
        0.9 + (at % 3) * 0.2,
        at % 4 === 1 ? CORAL : brush.light === 'night' ? SAND : brush.tone(24, 44),
      ),
    ) +
    repeat(
      11,
      (at) =>
        circle(130 + at * 94, 486 + (at % 2) * 16, 26, ['#f0c9a5', '#d8a37c', '#f6dcc4'][at % 3]!) +
        shape(`M${84 + at * 94} 630 q46 -170 92 0 Z`, at % 3 === 1 ? CORAL : brush.tone(28 + (at % 2) * 10, 40)),
    ),
  candles: (brush) =>
    sky(brush) +
    hills(brush, 420) +
    water(brush, 430) +
    rect(0, 520, WIDTH, 110, '#5b4a3d') +
    repeat(11, (at) => candle(70 + at * 107, 540 + (at % 2) * 26, 90 + (at % 3) * 24)),
  evening: (brush) =>
    rect(0, 0, WIDTH, HEIGHT, brush.tone(30, 40)) +
    rect(90, 70, 480, 330, brush.tone(44, 40)) +
    shape('M90 330 L240 220 L350 310 L450 240 L570 340 V400 H90 Z', brush.tone(24, 40)) +
    circle(450, 150, 36, SAND) +
    stroke('M330 70 V400 M90 235 H570', SAND, 10) +
    repeat(
      3,
      (at) =>
        stroke(`M${700 + at * 170} 0 V${120 + (at % 2) * 50}`, '#2b3a42', 4) +
        circle(700 + at * 170, 160 + (at % 2) * 50, 110, GLOW, 'opacity="0.16"') +
        shape(`M${650 + at * 170} ${180 + (at % 2) * 50} q50 -110 100 0 Z`, CORAL),
    ) +
    rect(0, 520, WIDTH, 110, '#a98a66') +
    repeat(6, (at) => rect(120 + at * 175, 430, 90, 100, brush.tone(54, 36), 'rx="18"')),
} satisfies Record<string, (brush: Brush) => string>

export type Motif = keyof typeof motifs
