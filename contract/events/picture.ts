import { eventApi, pathOf } from '../endpoint.ts'
import type { Picture } from './answers.ts'

export const picturePath = `${eventApi}/public/eve/{eventId}/picture` as const

/** Width of the small picture, in pixels. */
export const smallWidth = 720

/** The `sizes` of the picture on an event's own page. */
export const coverSizes = '(max-width: 77.5em) 100vw, 1240px'

/** The URL of an event's picture, and a `srcset` with both sizes. */
export function pictureSources(
  product: string,
  eventId: string,
  { version, width }: Pick<Picture, 'version' | 'width'>,
) {
  const src = `${pathOf(picturePath, product, { eventId })}?v=${encodeURIComponent(version)}`
  return { src, srcSet: `${src}&size=small ${smallWidth}w, ${src} ${width}w` }
}
