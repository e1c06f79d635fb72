import { pathOf } from '#contract/endpoint.ts'
import { events } from '#contract/events.ts'
import { config } from '#web/api/config.ts'
import { currentLanguage } from '#web/api/language.ts'

/** The event as a calendar entry, which anybody may have. */
export const calendarFileOf = (eventId: string): string =>
  `${pathOf(events.calendar.path, config.productKey, { eventId })}?language=${currentLanguage()}`
