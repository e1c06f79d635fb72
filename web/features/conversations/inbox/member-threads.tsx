import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { officeConversations } from '#contract/conversations/office.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { officeStateWords } from '../words.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly memberId: string
  /** Where a thread is read. */
  readonly linkOf: (threadId: string) => string
}

const threadsOfMemberQuery = (orgId: string, memberId: string) =>
  callQuery([...queryKeys.contact, 'office', 'member', orgId, memberId], officeConversations.ofMember, {
    orgId,
    memberId,
  })

export function MemberThreads({ club, memberId, linkOf }: Props) {
  const query = useQuery(threadsOfMemberQuery(club.id, memberId))
  return (
    <Panel title={m.club_member_threads()}>
      {!query.data ? (
        <NotLoaded query={query} rows={2} height={48} />
      ) : query.data.length === 0 ? (
        <Text c="dimmed">{m.club_member_threads_none()}</Text>
      ) : (
        <RowList
          rows={query.data.map(({ id, subject, state, lastAt }) => ({
            key: id,
            title: subject,
            to: linkOf(id),
            note: formatShortDate(lastAt),
            badge: <Badge color="gray">{officeStateWords(state).label}</Badge>,
          }))}
        />
      )}
    </Panel>
  )
}
