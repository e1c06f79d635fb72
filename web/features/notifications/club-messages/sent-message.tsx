import { Alert, Badge, Button, Group, List, Stack, Text, type MantineColor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClubMessage } from '#contract/notifications/club-messages.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { Local, langIn, readersText } from '#web/parts/local-text.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { IconRefresh } from '#web/ui/icons/index.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SpokenProgress } from '#web/ui/spoken-progress.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { failedReadersQuery, useRetry } from './queries.ts'

const states: Record<ClubMessage['state'], { readonly label: () => string; readonly color: MantineColor }> = {
  waiting: { label: m.guests_messages_state_waiting, color: 'fjord' },
  sending: { label: m.guests_messages_state_sending, color: 'fjord' },
  sent: { label: m.guests_messages_state_sent, color: 'teal' },
  stopped: { label: m.guests_messages_state_stopped, color: 'gray' },
}

interface Props {
  readonly orgId: string
  readonly message: ClubMessage
  /** For whom it is, in words. */
  readonly who: string | null
  readonly maySend: boolean
}

/** A message of a club to many people, and how far it has come. */
export function SentMessage({ orgId, message, who, maySend }: Props) {
  const { id, subject, body, state, by, createdAt, readers, sent, failed, unwanted } = message
  const figures = [
    m.guests_messages_sent({ sent, readers }),
    failed > 0 && m.guests_messages_failed({ count: failed }),
    unwanted > 0 && m.guests_messages_unwanted({ count: unwanted }),
  ]
  const words = figures.filter(Boolean).join(' · ')
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
        {state !== 'stopped' && (
          <>
            <SpokenProgress words={words} done={sent + failed + unwanted} total={readers} />
            <Text>{words}</Text>
          </>
        )}
        <Text lang={langIn(body)} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-own-words>
          {readersText(body)}
        </Text>
        {failed > 0 && maySend && <Failures orgId={orgId} messageId={id} />}
      </Stack>
    </Panel>
  )
}

/** Whose mails were given up, and why. */
function Failures({ orgId, messageId }: { readonly orgId: string; readonly messageId: string }) {
  const query = useQuery(failedReadersQuery(orgId, messageId))
  const retry = useRetry(orgId)
  if (!query.data) return <NotLoaded query={query} rows={1} height={48} />
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
          leftSection={<IconRefresh size={16} />}
          loading={retry.isPending}
          onClick={() =>
            whenDone(retry.mutateAsync(messageId), {
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
