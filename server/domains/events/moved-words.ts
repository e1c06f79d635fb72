import { movesOf, type WhenAndWhere } from '#contract/events/move.ts'
import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'
import { localTimeOf, momentOf } from '#server/database/local-time.ts'
import type { events } from '#server/database/schema/index.ts'
import { spanWords } from './when-words.ts'

/** The changes as a heading names them. */
export function movedWords(before: WhenAndWhere, after: WhenAndWhere, least?: number) {
  const { time, place } = movesOf(before, after, least)
  return time && place ? m.event_moved_both : time ? m.event_moved_time : m.event_moved_place
}

/** The columns of `events` that say when and where. */
export type PlacedEvent = Pick<typeof events.$inferSelect, 'timeZone' | 'placeTexts' | 'address'> & {
  /** A string from a query that is written out. */
  readonly startsAt: Date | string
  readonly endsAt: Date | string
}

/** When and where an event is now. */
export const whenAndWhereOf = ({ startsAt, endsAt, timeZone, placeTexts, address }: PlacedEvent): WhenAndWhere => ({
  startsAt: localTimeOf(new Date(startsAt), timeZone),
  endsAt: localTimeOf(new Date(endsAt), timeZone),
  timeZone,
  place: placeTexts,
  address,
})

/** The time in words, with the hours. */
export function timeOf({ startsAt, endsAt, timeZone }: WhenAndWhere, locale: Language): string {
  const when = { startsAt: momentOf(startsAt, timeZone), endsAt: momentOf(endsAt, timeZone), timeZone }
  return spanWords(when, locale)
}

/** The time and the place in words. */
export const whenAndPlaceOf = (at: WhenAndWhere, locale: Language): string =>
  [timeOf(at, locale), placeOf(at, locale)].filter(Boolean).join(' · ')

export const placeOf = ({ place, address }: WhenAndWhere, locale: Language): string =>
  [...new Set([textIn(place, locale).trim(), address.trim()])].filter(Boolean).join(', ')
