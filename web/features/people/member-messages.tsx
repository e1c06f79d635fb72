import { Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Filter } from '#contract/filters.ts'
import { clubMessagesQuery } from '#web/features/notifications/club-messages/queries.ts'
import { SentMessage } from '#web/features/notifications/club-messages/sent-message.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { filterSentence } from '#web/ui/data-list/filter-sentence.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconMessages } from '#web/ui/icons/index.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useRegisterFields } from './register-queries.ts'

interface Props {
  readonly orgId: string
  readonly maySend: boolean
  /** Whether the caller sees the club's money. */
  readonly money: boolean
}

/** The messages that an office wrote to its members, with how far each has come. */
export function MemberMessages({ orgId, maySend, money }: Props) {
  const pages = useInfiniteQuery(clubMessagesQuery(orgId, null))
  const { fields } = useRegisterFields(orgId, money)
  if (!pages.data) return <NotLoaded order={1} query={pages} rows={3} height={160} />
  const messages = pages.data.pages.flatMap((page) => page.messages)
  return (
    <Stack gap="lg">
      <PageHeader title={m.member_messages()} />
      {messages.length === 0 && (
        <EmptyState icon={<IconMessages size={40} stroke={1.5} />} title={m.guests_messages_empty_title()}>
          {m.member_messages_empty()}
        </EmptyState>
      )}
      {messages.map((message) => (
        <SentMessage
          key={message.id}
          {...{ orgId, message, maySend }}
          who={message.filter && filterSentence(JSON.parse(message.filter) as Filter, fields)}
        />
      ))}
      <ShowMore pages={pages} rowsOf={(page) => page.messages} />
    </Stack>
  )
}
