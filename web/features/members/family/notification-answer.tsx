import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications/notifications.ts'
import { useSession } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'
import { statusWords } from '../words.ts'
import { invitationsQuery } from '../queries.ts'
import { useAnswering } from './answer-invitations.ts'

interface Props {
  readonly notification: Notification
  /** Called when a dialog shows the result: whether the request is answered. */
  readonly onAnswered: (done: boolean) => void
}

/** Buttons that answer a family link request in its notification, or its status once answered. */
export function NotificationAnswer({ notification, onAnswered }: Props) {
  const { member } = useSession()
  const { invitationId, inviteeEmail } = notification.data
  const email = member.email ?? ''
  const { data } = useQuery({ ...invitationsQuery(email), enabled: email !== '' })
  const { answer, busy } = useAnswering('notification')
  const invitation = data?.all.find(({ id }) => id === invitationId)
  if (!invitation || typeof inviteeEmail !== 'string') return null
  if (!invitation.can.answer) {
    return (
      <Text fz={13} c="dimmed" mt={10}>
        {statusWords(invitation).label}
      </Text>
    )
  }
  const submit = (choice: 'approve' | 'reject') => void answer([invitation], choice).then(onAnswered)
  return (
    // Above the link that covers the notification.
    <Group gap="xs" mt={10} pos="relative" style={{ zIndex: 1 }}>
      <Text fz={13} c="dimmed" flex="1 1 100%">
        {m.family_approval_explained_short()}
      </Text>
      <Button
        size="compact-md"
        loading={busy === 'approve'}
        disabled={busy === 'reject'}
        onClick={() => submit('approve')}
      >
        {m.family_approve()}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        loading={busy === 'reject'}
        disabled={busy === 'approve'}
        onClick={() => submit('reject')}
      >
        {m.family_reject()}
      </Button>
    </Group>
  )
}
