import { pathOf } from '#contract/endpoint.ts'
import { events } from '#contract/events.ts'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'

/** Where an event lies as a calendar entry, which anybody may have. */
export const calendarFileOf = (eventId: string): string =>
  `${pathOf(events.calendar.path, config.productKey, { eventId })}?language=${currentLanguage()}`
