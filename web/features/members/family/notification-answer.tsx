import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Member } from '#contract/members.ts'
import type { Notification } from '#contract/notifications.ts'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { statusWords } from '../words.ts'
import { invitationsQuery } from './queries.ts'
import { useAnswering } from './answer-invitations.ts'

interface Props {
  readonly member: Member
  readonly notification: Notification
  /** The notification has done its work. */
  readonly onAnswered: () => void
}

/** The answer to a family link request beside what tells of it; how it stands, once it is answered. */
export function NotificationAnswer({ member, notification, onAnswered }: Props) {
  const { invitationId, inviteeEmail } = notification.data
  const email = member.email ?? ''
  const { data } = useQuery({ ...invitationsQuery(email), enabled: email !== '' })
  const { answer, busy } = useAnswering('notification')
  const invitation = data?.all.find(({ id }) => id === invitationId)
  if (!invitation || typeof inviteeEmail !== 'string') return null
  if (!invitation.can.answer) {
    return (
      <div className={c.answer}>
        <p className={c.answerText}>{statusWords(invitation).label}</p>
      </div>
    )
  }
  const give = (given: 'approve' | 'reject') => void answer([invitation], given).then(onAnswered)
  return (
    <div className={c.answer}>
      <p className={c.answerText}>{m.family_approval_explained_short()}</p>
      <Button
        size="compact-md"
        loading={busy === 'approve'}
        disabled={busy === 'reject'}
        onClick={() => give('approve')}
      >
        {m.family_approve()}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        loading={busy === 'reject'}
        disabled={busy === 'approve'}
        onClick={() => give('reject')}
      >
        {m.family_reject()}
      </Button>
    </div>
  )
}
