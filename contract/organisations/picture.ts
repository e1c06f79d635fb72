import { orgApi, pathOf } from '../endpoint.ts'
import { smallWidth } from '../events/picture.ts'

export const picturePath = `${orgApi}/public/org/{id}/picture` as const

/** Width and height of a cover, as of the pictures that link previews show. */
export const clubCover = { width: 1200, height: 630 }

/** Sides of a logo: on pages, on documents and in mails. */
export const logoSides = { small: 96, large: 256 }

/** The URL of a club's logo or cover in full size. */
export const pictureUrl = (product: string, id: string, version: string) =>
  `${pathOf(picturePath, product, { id })}?v=${encodeURIComponent(version)}`

/** The URL of a club's logo, as small as pages show it. */
export const logoSource = (product: string, id: string, version: string) =>
  `${pictureUrl(product, id, version)}&size=small`

/** The URL of a club's cover, and a `srcset` with both sizes. */
export function coverSources(product: string, id: string, version: string) {
  const src = pictureUrl(product, id, version)
  return { src, srcSet: `${src}&size=small ${smallWidth}w, ${src} ${clubCover.width}w` }
}
