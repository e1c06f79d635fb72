import { Badge, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { problemText } from '#web/api/problem-text.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { Initials } from '#web/ui/initials.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { otherEmail, otherName, statusWords } from '../words.ts'
import type { ListedLink } from './link-order.ts'
import { useInvite } from './queries.ts'
import { EndLinkQuestion } from './end-link-question.tsx'

/** One invitation or link: with whom, how it stands, and what can be done. */
export function LinkItem({ link, onAnswer }: { link: ListedLink; onAnswer: () => void }) {
  const { invitation, sent, canAskAgain } = link
  const { status, can } = invitation
  const [ending, question] = useDisclosure(false)
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
      showToast({ type: 'error', message: problemText(error) })
    }
  }
  return (
    <li className={c.link}>
      <Initials name={name} size={44} light />
      <div className={c.linkWords}>
        <span className={c.linkName}>{name}</span>
        {email !== null && email !== name && <span className={c.dimmed}>{email}</span>}
        <span className={c.dimmed}>{sentence(link)}</span>
      </div>
      <Badge color={color}>{label}</Badge>
      <div className={c.linkActions}>
        {can.answer && (
          <Button size="sm" aria-label={m.family_answer_named({ name })} onClick={onAnswer}>
            {m.family_answer()}
          </Button>
        )}
        {can.end && (
          <Button
            size="sm"
            variant="default"
            aria-label={status === 'approved' ? m.family_end_named({ name }) : m.family_withdraw_named({ name })}
            onClick={question.open}
          >
            {status === 'approved' ? m.family_end() : m.family_withdraw()}
          </Button>
        )}
        {canAskAgain && (
          <Button
            size="sm"
            variant="light"
            aria-label={m.family_ask_again_named({ name })}
            loading={invite.isPending}
            onClick={() => void askAgain()}
          >
            {m.family_ask_again()}
          </Button>
        )}
      </div>
      <EndLinkQuestion opened={ending} invitation={invitation} sent={sent} onClose={question.close} />
    </li>
  )
}

function sentence({ invitation, sent }: ListedLink): string {
  const { status, createdAt, answeredAt } = invitation
  if (status === 'approved') return m.family_linked_since({ date: formatDate(answeredAt ?? createdAt) })
  const date = formatDate(createdAt)
  return sent ? m.family_asked_on({ date }) : m.family_asked_you_on({ date })
}
