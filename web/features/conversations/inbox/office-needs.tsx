import { useQuery } from '@tanstack/react-query'
import { IconInbox } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { AttentionList } from '#web/ui/cards/attention-list.tsx'
import { m } from '#words/messages.js'
import { officesQuery } from './queries.ts'

/** The clubs whose office the reader speaks for, where somebody waits for an answer. */
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
        to: paths.inbox({ orgId: club.id }),
      }))}
    />
  )
}
