import type { Tx } from '#server/database/db.ts'
import { encodeCover, encodeLogo } from '#server/documents/encode-image.ts'
import { setClubPicture } from '#server/domains/organisations/index.ts'
import type { SeededClub } from './club-rows.ts'
import type { ClubKey } from './clubs.ts'
import {
  brushOf,
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
import { arch, ball, boat, court, house, note, walls } from './scene-parts.ts'
import { drawingSvg } from './event-pictures.ts'

/** Draws the clubs' logos and covers; the same each time. */
export async function insertClubPictures(tx: Tx, clubs: readonly SeededClub[]): Promise<void> {
  const drawn = await drawingSvg((png) =>
    Promise.all(
      clubs.map(async ({ key, hue, colour, name }) => ({
        logo: await png(svgOf(logos[key](colour), LOGO, LOGO)),
        cover: await png(svgOf(covers[key](brushOf(hue, lightOf[key], name)), WIDTH, HEIGHT)),
      })),
    ),
  )
  for (const [at, { id }] of clubs.entries()) {
    const { logo, cover } = drawn[at]!
    await setClubPicture(tx, { orgId: id, use: 'logo' }, await encodeLogo(logo))
    await setClubPicture(tx, { orgId: id, use: 'cover' }, await encodeCover(cover))
  }
}

const LOGO = 256

const svgOf = (drawing: string, width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawing}</svg>`

const field = (colour: string) => rect(0, 0, LOGO, LOGO, colour)

/** Bold and few: they are shown at the size of a word. */
const logos: Record<ClubKey, (colour: string) => string> = {
  // Two oars over the fjord.
  ROKLUB: (colour) =>
    field(colour) +
    repeat(2, (at) => {
      const turn = at === 0 ? 'rotate(38 128 112)' : 'rotate(-38 128 112)'
      return `<g transform="${turn}">${stroke('M128 40 V212', '#fff', 11)}${rect(110, 22, 36, 66, at === 0 ? '#fff' : CORAL, 'rx="15"')}</g>`
    }) +
    shape('M0 184 Q32 164 64 184 T128 184 T192 184 T256 184 V256 H0 Z', '#083f55') +
    stroke('M-6 214 Q32 196 64 214 T128 214 T192 214 T262 214', '#fff', 9, 'opacity="0.85"'),
  // A ball in the crown of a beech.
  TENNIS: (colour) =>
    field(colour) +
    circle(128, 116, 84, '#e3ecd2') +
    rect(118, 150, 20, 86, '#e3ecd2') +
    stroke('M128 190 L166 152 M128 206 L92 170', '#e3ecd2', 12) +
    circle(128, 112, 54, '#dfe86a') +
    stroke('M88 76 Q128 112 88 148 M168 76 Q128 112 168 148', '#fff', 10) +
    rect(40, 226, 176, 12, '#c9704a', 'rx="6"'),
  // A lighthouse whose light is song.
  KOR: (colour) =>
    field(colour) +
    shape('M128 62 L256 18 V122 Z', GLOW, 'opacity="0.32"') +
    shape('M128 62 L0 18 V122 Z', GLOW, 'opacity="0.32"') +
    shape('M102 92 H154 L172 222 H84 Z', '#fff') +
    shape('M97 128 H159 L163 160 H93 Z', CORAL) +
    rect(106, 48, 44, 44, GLOW) +
    shape('M96 50 L128 20 L160 50 Z', '#fff') +
    rect(0, 218, LOGO, 38, '#3d1f45') +
    note(196, 190, 1.1, '#fff') +
    note(52, 192, 0.85, '#fff'),
}

const lightOf = { ROKLUB: 'dusk', TENNIS: 'day', KOR: 'night' } as const

const covers: Record<ClubKey, (brush: Brush) => string> = {
  // The club house at the end of the harbour, and who comes home to it.
  ROKLUB: (brush) =>
    sky(brush) +
    hills(brush, 372) +
    water(brush, 360) +
    repeat(3, (at) => house(812 + at * 128, 268 + (at % 2) * 12, 116, walls[at]!, '#39464c', true)) +
    shape('M760 396 H1200 V438 H786 Z', '#8b6f55') +
    repeat(7, (at) => rect(800 + at * 58, 430, 10, 74, '#6d5642')) +
    boat(380, 486, 1.35, '#7a3324', 4) +
    boat(640, 424, 0.5, '#e8dcc3', 2),
  // Clay among the beeches.
  TENNIS: (brush) =>
    sky(brush) +
    hills(brush, 330) +
    trees(brush, 356, 17, false) +
    court('#c9704a', '#8fa56c', brush.tone) +
    ball(838, 540, 24) +
    stroke('M250 610 L312 520', SAND, 12) +
    `<g transform="rotate(34 340 478)"><ellipse cx="340" cy="478" rx="42" ry="56" fill="none" stroke="#39464c" stroke-width="10"/>${repeat(4, (at) => stroke(`M${314 + at * 17} 430 V526`, '#fff', 2))}</g>`,
  // A harbour at night, where a choir sings.
  KOR: (brush) =>
    sky(brush) +
    hills(brush, 400) +
    repeat(6, (at) => rect(30 + at * 84, 250 + (at % 3) * 34, 74, 200, brush.tone(26 + (at % 2) * 8, 34))) +
    repeat(14, (at) => rect(46 + (at % 7) * 70, 300 + Math.floor(at / 7) * 48, 14, 20, GLOW, 'opacity="0.8"')) +
    arch(1010, 256, 78, 200, '#e9e2d2') +
    shape('M1000 292 L1049 204 L1098 292 Z', CORAL) +
    shape('M1049 280 L1200 236 V326 Z', GLOW, 'opacity="0.22"') +
    shape('M1049 280 L560 196 V360 Z', GLOW, 'opacity="0.16"') +
    water(brush, 446) +
    ground(560, brush.tone(18, 36)) +
    repeat(
      12,
      (at) =>
        circle(120 + at * 88, 494 + (at % 2) * 14, 24, ['#f0c9a5', '#d8a37c', '#f6dcc4'][at % 3]!) +
        shape(`M${78 + at * 88} 630 q42 -160 84 0 Z`, at % 4 === 1 ? CORAL : brush.tone(60 + (at % 2) * 14, 34)),
    ) +
    repeat(5, (at) => note(330 + at * 120, 380 - (at % 2) * 50, 0.7, SAND)),
}
