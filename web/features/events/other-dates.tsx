import { useInfiniteQuery } from '@tanstack/react-query'
import type { EventDetail } from '#contract/events/answers.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { ShowMore } from '#web/parts/show-more.tsx'
import { paths } from '#web/paths.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { publicEventsQuery } from './public-queries.ts'
import { eventsQuery } from './queries.ts'
import { stateWords } from './words.ts'

const shown = 6

/** The other coming dates of an event's series. */
export default function OtherDates({ event }: { readonly event: EventDetail }) {
  const isMember = useSessionState(({ status }) => status === 'signed-in')
  const filter = { otherDatesOf: event.id }
  const asMember = useInfiniteQuery({ ...eventsQuery(filter, shown), enabled: isMember })
  const asVisitor = useInfiniteQuery({ ...publicEventsQuery(filter, shown), enabled: !isMember })
  const list = isMember ? asMember : asVisitor
  const dates = list.data?.pages.flat() ?? []
  if (dates.length === 0) return null
  return (
    <Panel title={m.series_other_dates()}>
      <RowList
        rows={dates.map((date) => ({
          key: date.id,
          title: whenWords(date, 'dated'),
          to: paths.event(date.orgKey, date.id),
          note: stateWords(date, new Date()).label,
        }))}
      />
      <ShowMore pages={list} rowsOf={(page) => page} />
    </Panel>
  )
}
