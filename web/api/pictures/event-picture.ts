import { pathOf } from '#contract/endpoint.ts'
import type { EventFacts } from '#contract/event-answers.ts'
import { events } from '#contract/events.ts'
import { config } from '../config.ts'

/** Where an event's picture lies, with its size, so that nothing moves when it comes; null: it has none. */
export function pictureOf({ id, picture }: Pick<EventFacts, 'id' | 'picture'>) {
  if (!picture) return null
  const { version, width, height } = picture
  const path = pathOf(events.picture.path, config.productKey, { eventId: id })
  return { src: `${path}?v=${encodeURIComponent(version)}`, width, height }
}
