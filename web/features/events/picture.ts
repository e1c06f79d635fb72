import { pathOf } from '#contract/endpoint.ts'
import { events, type EventFacts } from '#contract/events.ts'
import { config } from '#web/api/config.ts'
import { currentLanguage } from '#web/api/language.ts'

/** Where an event's picture lies, with its size, so that nothing moves when it comes; null: it has none. */
export function pictureOf({ id, picture }: Pick<EventFacts, 'id' | 'picture'>) {
  if (!picture) return null
  const { version, width, height } = picture
  const path = pathOf(events.picture.path, config.productKey, { eventId: id })
  return { src: `${path}?v=${encodeURIComponent(version)}`, width, height }
}

/** The event as a calendar entry, which anybody may have. */
export const calendarFileOf = (eventId: string): string =>
  `${pathOf(events.calendar.path, config.productKey, { eventId })}?language=${currentLanguage()}`
