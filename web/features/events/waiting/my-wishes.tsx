import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/paths.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { myWishesQuery, placeWords, wishWords } from './wishes.ts'

/** The waiting lists that somebody is on, for their first page. */
export default function MyWishes() {
  const { data = [] } = useQuery(myWishesQuery)
  if (data.length === 0) return null
  return (
    <Panel title={m.waiting_mine()}>
      <RowList
        rows={data.map((wish) => ({
          key: wish.id,
          title: wish.title,
          to: paths.event(wish.orgKey, wish.eventId),
          note: `${wishWords(wish)} · ${wish.offer ? m.waiting_offered_until({ until: formatDateTime(wish.offer.until) }) : placeWords(wish)}`,
        }))}
      />
    </Panel>
  )
}
