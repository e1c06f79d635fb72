import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WaitingPerson, Wish } from '#contract/events/waiting.ts'
import { problemText } from '#web/api/problem-text.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { IconAlertCircle, IconHourglass } from '#web/ui/icons/index.ts'
import { formatDateTime, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { useLeave } from './queries.ts'

/** A wish, how many wait before it, and how to leave. */
export function WishCard({ wish }: { wish: Wish }) {
  const { offer } = wish
  const [asking, question] = useDisclosure(false)
  const leave = useLeave()
  const blocked = wish.people.filter(({ problem }) => problem !== null)
  return (
    <Stack gap="xs" align="flex-start">
      <Alert icon={<IconHourglass />} color="fjord" w="100%" title={wishWords(wish)}>
        <Text size="sm">
          {offer
            ? m.waiting_offered({ names: formatList(offer.names), until: formatDateTime(offer.until) })
            : placeWords(wish)}
        </Text>
        {blocked.map((person) => (
          <Text key={person.memberId} size="sm">
            {waitingProblemWords(person)}
          </Text>
        ))}
      </Alert>
      {leave.error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />}>
          {problemText(leave.error)}
        </Alert>
      )}
      <Button variant="default" onClick={question.open}>
        {offer ? m.waiting_decline() : m.waiting_leave()}
      </Button>
      <QuestionDialog
        opened={asking}
        title={offer ? m.waiting_decline_question() : m.waiting_leave_question()}
        confirm={offer ? m.waiting_decline() : m.waiting_leave()}
        busy={leave.isPending}
        onConfirm={() => leave.mutate(wish.id, { onSettled: question.close })}
        onClose={question.close}
      >
        {offer ? m.waiting_decline_explained() : m.waiting_leave_explained()}
      </QuestionDialog>
    </Stack>
  )
}

/** `Alma and Otto: all of you`. */
export function wishWords({ people, mode, atLeast }: Pick<Wish, 'people' | 'mode' | 'atLeast'>): string {
  const open = people.filter(({ served }) => !served)
  const shown = open.length > 0 ? open : people
  const names = formatList(shown.map(({ name }) => name))
  if (shown.length === 1) return m.waiting_for({ names })
  if (mode === 'at_least') return m.waiting_for_at_least({ names, count: atLeast ?? 1 })
  return mode === 'all' ? m.waiting_for_all({ names }) : m.waiting_for_any({ names })
}

/** How many wait before; no number in the row, because groups may be passed. */
export const placeWords = ({ before }: Pick<Wish, 'before'>): string =>
  before.wishes === 0 ? m.waiting_first() : m.waiting_before(countsOf(before))

/** `2 wishes`, `5 places`. */
export const countsOf = ({ wishes, people }: Wish['before']) => ({
  wishes: m.waiting_wishes_number({ count: wishes }),
  places: m.waiting_places_number({ count: people }),
})

/** Why somebody cannot be offered a place now. */
export function waitingProblemWords({ name, problem }: Pick<WaitingPerson, 'name' | 'problem'>): string {
  switch (problem) {
    case 'category_age':
      return m.waiting_problem_age({ name })
    case 'birth_date_missing':
      return m.waiting_problem_birth_date({ name })
    case 'event_members_only':
    case 'category_members_only':
      return m.waiting_problem_member({ name })
    case 'category_closed':
      return m.waiting_problem_closed({ name })
    case 'event_sale_ended':
    case 'event_sale_not_started':
    case 'event_not_public':
    case 'event_over':
      return m.waiting_problem_sale()
    case 'no_longer_allowed_for':
      return m.waiting_problem_family({ name })
    case 'already_registered':
    case 'event_sold_out':
    case null:
      return ''
  }
}
