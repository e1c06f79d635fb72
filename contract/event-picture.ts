import { pathOf } from './endpoint.ts'
import type { Picture } from './event-answers.ts'
import { events } from './events.ts'

/** Width of the small one, in pixels. */
const smallWidth = 720

/** How wide an event's own page shows its picture. */
export const coverSizes = '(max-width: 77.5em) 100vw, 1240px'

/** Where an event's picture lies: whole, and both sizes for whatever the screen needs. */
export function pictureSources(
  product: string,
  eventId: string,
  { version, width }: Pick<Picture, 'version' | 'width'>,
) {
  const src = `${pathOf(events.picture.path, product, { eventId })}?v=${encodeURIComponent(version)}`
  return { src, srcSet: `${src}&size=small ${smallWidth}w, ${src} ${width}w` }
}
