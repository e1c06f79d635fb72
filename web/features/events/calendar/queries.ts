import { useQuery } from '@tanstack/react-query'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { events } from '#contract/events/events.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
import { addDays } from '../days.ts'
import { type CalendarEntry, entriesOf, type EntryFilter, matching, nextAfter } from './entries.ts'
import { rangeOf, type View } from './views.ts'

/** Events of the user's clubs from a day on: those that have begun come first, and one club's next may come after many others'. */
const eventsFromQuery = (from: string) =>
  callQuery([...queryKeys.events, 'from', from], events.list, { mine: 'true', from, limit: '100' })

interface Shown {
  readonly view: View
  readonly day: string
  readonly filter: EntryFilter
  /** Everything loaded that matches the filter, tickets of other days included. */
  readonly entries: readonly CalendarEntry[]
  readonly loading: boolean
}

/** The next entry after the chosen day, or after the week; asks for it only when it lies beyond what is loaded. */
export function useNextEntry({ view, day, filter, entries, loading }: Shown): CalendarEntry | null {
  const { until } = rangeOf(view, day)
  const known = nextAfter(entries, view === 'month' ? day : until)
  const isNearest = known !== null && known.firstDay <= until
  const { data = [] } = useQuery({
    ...eventsFromQuery(addDays(until, 1)),
    enabled: view !== 'list' && !loading && !isNearest && filter.person === '',
  })
  if (isNearest) return known
  return nextAfter([...(known ? [known] : []), ...matching(entriesOf(data, []), filter)], until) ?? known
}

/** The user's calendar subscriptions, and what they can subscribe to. Calendars read meanwhile. */
export const feedsQuery = callQuery(['calendar-feeds'], calendarFeeds.list, {}, { staleTime: 0 })

export function useFeedChanges() {
  const onSettled = useReload(feedsQuery.queryKey)
  return {
    create: useCall(calendarFeeds.create, {}, { onSettled }),
    revoke: useCall(calendarFeeds.revoke, {}, { onSettled }),
  }
}
