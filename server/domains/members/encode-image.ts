import type { ResizeOptions } from 'sharp'
import { ConcurrencyLimiter } from '#server/http/limits/concurrency-limiter.ts'
import { Problem } from '#server/http/problem.ts'

/** Width and height of a portrait. */
const SIDE = 512
/** Longest side of an attached picture: small print on a photographed page stays legible. */
const LONGEST_SIDE = 2560
const MOST_PIXELS = 25_000_000
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
type Fit = Pick<ResizeOptions, 'width' | 'height' | 'fit' | 'position' | 'withoutEnlargement'>

/**
 * Re-encodes a portrait as a small square WebP: upright, first frame only, without metadata. Throws
 * `image_unreadable` and `image_too_large`.
 */
export const encodeImage = (bytes: Uint8Array): Promise<Uint8Array> =>
  encode(bytes, { width: SIDE, height: SIDE, fit: 'cover', position: 'attention' })

/** The same for an attached picture: whole, scaled down to a viewable size. */
export const encodePicture = (bytes: Uint8Array): Promise<Uint8Array> =>
  encode(bytes, { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })

async function encode(bytes: Uint8Array, size: Fit): Promise<Uint8Array> {
  const open = await (sharp ??= loadSharp())
  return decoding.run(async () => {
    try {
      // Only reads the header: a few bytes can claim any number of pixels.
      const { width, height } = await open(bytes, { limitInputPixels: false }).metadata()
      if (width * height > MOST_PIXELS) throw new Problem('image_too_large')
      return await open(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error', pages: 1 })
        .autoOrient()
        .resize(size)
        .webp({ quality: 82 })
        .timeout({ seconds: PATIENCE })
        .toBuffer()
    } catch (cause) {
      throw cause instanceof Problem ? cause : new Problem('image_unreadable', { cause })
    }
  })
}
