import { Badge, Button, Group, Text } from '@mantine/core'
import { formatDate } from '#web/ui/words/format.ts'
import { Row } from '#web/ui/cards/row-list.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { otherEmail, otherName, statusWords } from '../words.ts'
import type { ListedLink } from './link-order.ts'
import { useInvite } from '../queries.ts'
import { showFailure } from '#web/api/toasts.ts'

interface Props {
  readonly link: ListedLink
  readonly onAnswer: () => void
  /** Asks whether to end the link, or to withdraw the invitation. */
  readonly onEnd: () => void
}

export function LinkItem({ link, onAnswer, onEnd }: Props) {
  const { invitation, sent } = link
  const { status, can } = invitation
  const invite = useInvite()
  const name = otherName(invitation, sent)
  const email = otherEmail(invitation, sent)
  const { label, color } = statusWords(invitation)

  const askAgain = async () => {
    if (email === null) return
    try {
      await invite.mutateAsync(email)
      showToast({ message: m.family_invited({ email }) })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Row
      picture={<Initials name={name} size={44} light />}
      title={name}
      aside={
        <Group gap="xs">
          <Badge color={color}>{label}</Badge>
          {can.answer && (
            <Button aria-label={m.family_answer_named({ name })} onClick={onAnswer}>
              {m.family_answer()}
            </Button>
          )}
          {can.end && (
            <Button
              variant="default"
              aria-label={status === 'approved' ? m.family_end_named({ name }) : m.family_withdraw_named({ name })}
              onClick={onEnd}
            >
              {status === 'approved' ? m.family_end() : m.family_withdraw()}
            </Button>
          )}
          {(status === 'rejected' || status === 'ended') && (
            <Button
              variant="light"
              aria-label={m.family_ask_again_named({ name })}
              loading={invite.isPending}
              onClick={() => void askAgain()}
            >
              {m.family_ask_again()}
            </Button>
          )}
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {email !== name && email}
      </Text>
      <Text size="sm" c="dimmed">
        {sentence(link)}
      </Text>
    </Row>
  )
}

function sentence({ invitation, sent }: ListedLink): string {
  const { status, createdAt, answeredAt, answerBy } = invitation
  if (status === 'approved') return m.family_linked_since({ date: formatDate(answeredAt ?? createdAt) })
  const date = formatDate(createdAt)
  const asked = sent ? m.family_asked_on({ date }) : m.family_asked_you_on({ date })
  if (status !== 'pending' || !answerBy) return asked
  const until = { date: formatDate(answerBy) }
  return `${asked}. ${sent ? m.family_answers_until(until) : m.family_answer_until(until)}`
}
