import { Alert, Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconMessages, IconRefresh } from '#web/ui/icons/index.ts'
import type { Filter } from '#contract/filters.ts'
import { textIn } from '#contract/local-text.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import type { ClubMessage } from '#contract/notifications/club-messages.ts'
import { ApiProblem } from '#web/api/client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { Local, langIn } from '#web/parts/local-text.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { filterSentence } from '#web/ui/data-list/filter-sentence.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import type { EventClub } from './event-form.ts'
import { titleOf } from './event-words.ts'
import { failedReadersQuery, guestMessagesQuery, useGuestMessages } from './guest-message-queries.ts'
import { EventGone } from './listed-event.tsx'
import { MovedAnswers } from './moved-answers.tsx'
import { editedEventQuery } from './queries.ts'
import type { EventOfClub } from './registration-queries.ts'
import { registrationFields } from './registration-words.ts'

interface PageProps {
  readonly club: EventClub
  readonly eventId: string
  readonly maySend: boolean
}

/** The messages that an office wrote to an event's guests, with how far each has come. */
export function GuestMessagesPage({ club, eventId, maySend }: PageProps) {
  const ofEvent = { orgId: club.id, eventId }
  const event = useQuery(editedEventQuery(club.id, eventId))
  const pages = useInfiniteQuery(guestMessagesQuery(ofEvent))
  if (event.error instanceof ApiProblem && event.error.code === 'event_not_found')
    return <EventGone orgKey={club.key} />
  if (!event.data || !pages.data)
    return event.error || pages.error ? (
      <QueryError order={1} query={event.error ? event : pages} />
    ) : (
      <SkeletonList rows={3} height={160} />
    )
  const messages = pages.data.pages.flatMap((page) => page.messages)
  return (
    <Stack gap="lg">
      <PageHeader title={m.guests_messages_of({ event: titleOf(event.data.fields) })} />
      <MovedAnswers ofEvent={ofEvent} />
      {messages.length === 0 && (
        <EmptyState icon={<IconMessages size={40} stroke={1.5} />} title={m.guests_messages_empty_title()}>
          {m.guests_messages_empty()}
        </EmptyState>
      )}
      {messages.map((message) => (
        <Message key={message.id} {...{ ofEvent, message, maySend }} event={event.data} />
      ))}
      <ShowMore pages={pages} rowsOf={(page) => page.messages} />
    </Stack>
  )
}

const states: Record<ClubMessage['state'], { readonly label: () => string; readonly color: string }> = {
  waiting: { label: m.guests_messages_state_waiting, color: 'fjord' },
  sending: { label: m.guests_messages_state_sending, color: 'fjord' },
  sent: { label: m.guests_messages_state_sent, color: 'teal' },
  stopped: { label: m.guests_messages_state_stopped, color: 'gray' },
}

interface MessageProps {
  readonly ofEvent: EventOfClub
  readonly event: EditedEvent
  readonly message: ClubMessage
  readonly maySend: boolean
}

function Message({ ofEvent, event, message, maySend }: MessageProps) {
  const { subject, body, state, by, createdAt, filter, readers, sent, failed, unwanted } = message
  const categories = event.fields.categories.map(({ id, name }) => ({ id, name: textIn(name, getLocale()) }))
  const who =
    filter && filterSentence(JSON.parse(filter) as Filter, registrationFields(categories, event.fields.questions))
  const figures = [
    m.guests_messages_sent({ sent, readers }),
    failed > 0 && m.guests_messages_failed({ count: failed }),
    unwanted > 0 && m.guests_messages_unwanted({ count: unwanted }),
  ]
  return (
    <Panel
      title={
        <span tabIndex={-1} data-list-row data-own-words>
          <Local text={subject} />
        </span>
      }
      subtitle={m.guests_messages_by({ name: by, at: formatDateTime(createdAt) })}
      actions={<Badge color={states[state].color}>{states[state].label()}</Badge>}
    >
      <Stack gap="sm">
        {who && (
          <Text size="sm" c="dimmed">
            {m.guests_messages_to({ who })}
          </Text>
        )}
        {state !== 'stopped' && <Text role="status">{figures.filter(Boolean).join(' · ')}</Text>}
        <Text lang={langIn(body)} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-own-words>
          {textIn(body, getLocale())}
        </Text>
        {failed > 0 && maySend && <Failures ofEvent={ofEvent} messageId={message.id} />}
      </Stack>
    </Panel>
  )
}

/** Whose mails were given up, and why. */
function Failures({ ofEvent, messageId }: Pick<MessageProps, 'ofEvent'> & { readonly messageId: string }) {
  const query = useQuery(failedReadersQuery(ofEvent, messageId))
  const { retry } = useGuestMessages(ofEvent)
  if (!query.data) return query.error ? <QueryError query={query} /> : <SkeletonList rows={1} height={48} />
  return (
    <Alert color="red" title={m.guests_messages_failures()}>
      <List size="sm" spacing={4} mb="sm">
        {query.data.map(({ name, email, error }) => (
          <List.Item key={email}>
            {name} · {email}
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {error}
            </Text>
          </List.Item>
        ))}
      </List>
      <Group>
        <Button
          size="sm"
          leftSection={<IconRefresh size={16} />}
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(messageId, {
              onError: showFailure,
              onSuccess: ({ retried }) => showToast({ message: m.guests_messages_retried({ count: retried }) }),
            })
          }
        >
          {m.guests_messages_retry()}
        </Button>
      </Group>
    </Alert>
  )
}
