import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { useLeaveQuestion } from '#web/forms/leave-guard.tsx'
import { ParticipantForm } from './participant-form.tsx'

interface Props {
  /** The participant's guardian. */
  reader: Member
  opened: boolean
  onSaved: (participant: Member) => void
  onClose: () => void
}

/** Adds a participant in a dialog, so that the page below keeps its state. */
export function ParticipantWindow({ reader, opened, onSaved, onClose }: Props) {
  const { onDirtyChange, ask, question } = useLeaveQuestion()
  const narrow = useMediaQuery('(max-width: 48.49em)', false, { getInitialValueInEffect: false })
  const close = () => {
    onDirtyChange(false)
    onClose()
  }
  return (
    <>
      <Modal
        opened={opened}
        onClose={() => ask(onClose)}
        title={m.register_add_person_title()}
        size="lg"
        fullScreen={narrow}
      >
        <ParticipantForm
          reader={reader}
          participant={null}
          onSaved={(participant) => {
            close()
            onSaved(participant)
          }}
          onCancel={() => ask(onClose)}
          onDirtyChange={onDirtyChange}
        />
      </Modal>
      {question}
    </>
  )
}
