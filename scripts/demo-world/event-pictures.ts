import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { smallWidth } from '#contract/events/picture.ts'
import type { PicturedEvent } from './event-rows.ts'
import type { RowOf } from './row-of.ts'
import { brushOf, HEIGHT, WIDTH } from './scene-ground.ts'
import { motifs } from './scene-motifs.ts'

/** Draws the pictures of the demo world's events; the same each time. */
export const eventPictureRows = (events: readonly PicturedEvent[]): Promise<RowOf<'eventPictures'>[]> =>
  drawingSvg((_, open) => Promise.all(events.map((event) => drawn(event, open))))

/** Draws with SVG, which the portal itself never reads: `png` makes a picture of a drawing, as somebody would upload it. */
export async function drawingSvg<Drawn>(
  draw: (png: (svg: string) => Promise<Buffer>, open: (svg: Buffer) => Sharp) => Promise<Drawn>,
): Promise<Drawn> {
  // Loaded only when needed: on most starts the database is already seeded.
  const { default: sharp } = await import('sharp')
  const drawings = { operation: ['VipsForeignLoadSvg'] }
  sharp.unblock(drawings)
  try {
    return await draw(
      (svg) => sharp(Buffer.from(svg)).png().toBuffer(),
      (svg) => sharp(svg),
    )
  } finally {
    // Uploads are never parsed as SVG, in this process neither.
    sharp.block(drawings)
  }
}

async function drawn(
  { eventId, title, hue, scene }: PicturedEvent,
  open: (svg: Buffer) => Sharp,
): Promise<RowOf<'eventPictures'>> {
  const picture = motifs[scene.motif](brushOf(hue, scene.light, title))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${picture}</svg>`
  const drawing = open(Buffer.from(svg))
  const bytes = await drawing.jpeg({ quality: 72 }).toBuffer()
  const small = await drawing.clone().resize({ width: smallWidth }).jpeg({ quality: 70 }).toBuffer()
  return {
    eventId,
    version: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
    contentType: 'image/jpeg',
    bytes,
    small,
    width: WIDTH,
    height: HEIGHT,
    alt: { da: scene.da, en: scene.en },
  }
}
