import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countText } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { officesQuery } from './queries.ts'
import { IconInbox } from '#web/ui/icons/index.ts'
import { paths } from '#web/paths.ts'
import { AttentionList } from '#web/ui/cards/attention-list.tsx'

/** Badge with the number of open threads in all clubs the user manages; hidden at zero. */
export default function InboxCount() {
  const { data = [] } = useQuery(officesQuery)
  return <CountBadge count={data.reduce((sum, { open }) => sum + open, 0)} />
}

export function ClubInboxCount({ orgId }: { orgId: string }) {
  const { data = [] } = useQuery(officesQuery)
  return <CountBadge count={data.find(({ club }) => club.id === orgId)?.open ?? 0} />
}

function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span aria-hidden>{countText(count)}</span>
      <VisuallyHidden>{m.inbox_waiting({ count })}</VisuallyHidden>
    </>
  )
}

/** Lists the user's clubs that have open threads. */
export function OfficeNeeds() {
  const { data = [] } = useQuery(officesQuery)
  const waiting = data.filter(({ open }) => open > 0)
  if (waiting.length === 0) return null
  return (
    <AttentionList
      title={m.own_organizations_offices()}
      items={waiting.map(({ club, open }) => ({
        icon: IconInbox,
        title: club.name,
        text: m.inbox_waiting({ count: open }),
        action: m.title_inbox(),
        to: paths.inbox(club.key),
      }))}
    />
  )
}
