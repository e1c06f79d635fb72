import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { PicturedEvent } from './event-rows.ts'
import type { RowOf } from './row-of.ts'
import { brushOf, HEIGHT, WIDTH } from './scene-ground.ts'
import { motifs } from './scene-motifs.ts'

/** What cards and phones show; browsers know it by the same number. */
const SMALL_WIDTH = 720

/** Draws the pictures of the demo world; the same each time. */
export async function eventPictureRows(events: readonly PicturedEvent[]): Promise<RowOf<'eventPictures'>[]> {
  // Loaded only when needed: on most starts the database is already seeded.
  const { default: sharp } = await import('sharp')
  const drawings = { operation: ['VipsForeignLoadSvg'] }
  sharp.unblock(drawings)
  try {
    return await Promise.all(events.map((event) => drawn(event, (svg) => sharp(svg))))
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
  const small = await drawing.clone().resize({ width: SMALL_WIDTH }).jpeg({ quality: 70 }).toBuffer()
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
