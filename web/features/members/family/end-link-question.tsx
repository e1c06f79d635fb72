import { Text } from '@mantine/core'
import type { Invitation } from '#contract/members/family.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showOutcome } from '#web/ui/dialogs/outcome.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { m } from '#words/messages.js'
import { otherName } from '../words.ts'
import { useEndLink } from '../queries.ts'

interface Props {
  readonly opened: boolean
  readonly invitation: Invitation
  readonly sent: boolean
  readonly onClose: () => void
}

export function EndLinkQuestion({ opened, invitation, sent, onClose }: Props) {
  const end = useEndLink()
  const name = otherName(invitation, sent)
  const linked = invitation.status === 'approved'
  const failed = linked ? m.family_end_failed() : m.family_withdraw_failed()
  // The row disappears with the link, so the result is shown in a dialog.
  const confirm = async () => {
    try {
      const { status, message } = await end.mutateAsync(invitation)
      const done = linked ? m.family_ended_title() : m.family_withdrawn_title()
      showOutcome(
        status === 'success'
          ? { type: 'success', title: done, messages: [message] }
          : { type: 'error', title: failed, messages: [message] },
      )
    } catch (error) {
      showOutcome({ type: 'error', title: failed, messages: [problemText(error)] })
    }
    onClose()
  }
  return (
    <QuestionDialog
      opened={opened}
      title={linked ? m.family_end_title({ name }) : m.family_withdraw_title({ name })}
      confirm={linked ? m.family_end_confirm() : m.family_withdraw()}
      busy={end.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text>{linked ? m.family_end_explained({ name }) : m.family_withdraw_explained()}</Text>
    </QuestionDialog>
  )
}
