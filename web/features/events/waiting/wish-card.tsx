import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Wish } from '#contract/events/waiting.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { IconAlertCircle, IconHourglass } from '#web/ui/icons/index.ts'
import { formatDateTime, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { placeWords, useLeave, waitingProblemWords, wishWords } from './wishes.ts'

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
        onConfirm={() => whenDone(leave.mutateAsync({ wishId: wish.id }), { onSettled: question.close })}
        onClose={question.close}
      >
        {offer ? m.waiting_decline_explained() : m.waiting_leave_explained()}
      </QuestionDialog>
    </Stack>
  )
}
