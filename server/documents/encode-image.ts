import type { ResizeOptions, Sharp } from 'sharp'
import { clubCover, logoSides } from '#contract/organisations/picture.ts'
import { smallWidth } from '#contract/events/picture.ts'
import { ConcurrencyLimiter } from '#server/http/limits/concurrency-limiter.ts'
import { Problem } from '#server/http/problem.ts'

/** Width and height of a portrait. */
const SIDE = 512
/** Longest side of an attached picture: small print on a photographed page stays legible. */
const LONGEST_SIDE = 2560
const MOST_PIXELS = 25_000_000
/** Of an event's picture or a cover, which fill the width of a page: the longer and the shorter side. */
const LEAST_SIDES = [320, 180] as const
/** Seconds allowed per picture. */
const PATIENCE = 10

/** Limit per process: a picture of 25 megapixels takes 100 MB while it is decoded. Others wait. */
const decoding = new ConcurrencyLimiter({ places: 2, longestWait: 5000 })

/** The only decoders that are enabled; SVG and documents have none, whatever a file claims to be. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)

let sharp: ReturnType<typeof loadSharp> | undefined

/** Loaded with the first picture. */
async function loadSharp() {
  const { default: loaded } = await import('sharp')
  loaded.block({ operation: ['VipsForeignLoad'] })
  loaded.unblock({ operation: decoders })
  loaded.cache(false)
  loaded.concurrency(1)
  return loaded
}

/** How a picture is resized. */
type Fit = Pick<ResizeOptions, 'width' | 'height' | 'fit' | 'position' | 'background' | 'withoutEnlargement'>

/**
 * Re-encodes a portrait as a small square WebP: upright, first frame only, without metadata. Throws
 * `image_unreadable` and `image_too_large`.
 */
export const encodeImage = (bytes: Uint8Array): Promise<Uint8Array> =>
  encode(bytes, { width: SIDE, height: SIDE, fit: 'cover', position: 'attention' }, asWebp)

/** Encodes an attached picture: whole, scaled down to a viewable size. */
export const encodePicture = (bytes: Uint8Array): Promise<Uint8Array> =>
  encode(bytes, { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }, asWebp)

/**
 * A club's logo, whole on white: the same in light and dark. PNG, which mails and PDFs can show; WebP where lists show many.
 */
export async function encodeLogo(bytes: Uint8Array) {
  const square = (side: number, as: (image: Sharp) => Sharp) =>
    encode(bytes, { width: side, height: side, fit: 'contain', background: '#ffffff' }, (image) =>
      as(image.flatten({ background: '#ffffff' })),
    )
  return {
    contentType: 'image/png',
    bytes: Buffer.from(await square(logoSides.large, (image) => image.png({ palette: true, effort: 10 }))),
    small: Buffer.from(await square(logoSides.small, asWebp)),
  }
}

/** An event's picture, whole: each crop keeps its focal point. JPEG, which link previews know; WebP for cards and phones. Throws `image_too_small`, too. */
export async function encodeEventPicture(bytes: Uint8Array) {
  const whole = (side: number, as: (image: Sharp) => Sharp) =>
    encode(
      bytes,
      { width: side, height: side, fit: 'inside', withoutEnlargement: true },
      (image) => as(image.flatten({ background: '#ffffff' })),
      LEAST_SIDES,
    )
  const large = await whole(LONGEST_SIDE, (image) => image.jpeg({ quality: 76, mozjpeg: true }))
  const { width, height } = await (await (sharp ??= loadSharp()))(large).metadata()
  return {
    contentType: 'image/jpeg',
    bytes: Buffer.from(large),
    small: Buffer.from(await whole(smallWidth, asWebp)),
    width,
    height,
  }
}

/** A club's cover, cropped to what link previews show. JPEG, which their readers know; WebP for phones. Throws `image_too_small`, too. */
export async function encodeCover(bytes: Uint8Array) {
  const wide = (width: number, as: (image: Sharp) => Sharp) =>
    encode(
      bytes,
      { width, height: Math.round((width * clubCover.height) / clubCover.width), fit: 'cover' },
      as,
      LEAST_SIDES,
    )
  return {
    contentType: 'image/jpeg',
    bytes: Buffer.from(await wide(clubCover.width, (image) => image.jpeg({ quality: 72, mozjpeg: true }))),
    small: Buffer.from(await wide(smallWidth, asWebp)),
  }
}

const asWebp = (image: Sharp) => image.webp({ quality: 82 })

async function encode(
  bytes: Uint8Array,
  size: Fit,
  as: (image: Sharp) => Sharp,
  [longer, shorter]: readonly [number, number] = [1, 1],
): Promise<Uint8Array> {
  const open = await (sharp ??= loadSharp())
  return decoding.run(async () => {
    try {
      // Only reads the header: a few bytes can claim any number of pixels.
      const { width, height } = await open(bytes, { limitInputPixels: false }).metadata()
      if (width * height > MOST_PIXELS) throw new Problem('image_too_large')
      if (Math.max(width, height) < longer || Math.min(width, height) < shorter) throw new Problem('image_too_small')
      const image = open(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error', pages: 1 })
      return await as(image.autoOrient().resize(size)).timeout({ seconds: PATIENCE }).toBuffer()
    } catch (cause) {
      throw cause instanceof Problem ? cause : new Problem('image_unreadable', { cause })
    }
  })
}
