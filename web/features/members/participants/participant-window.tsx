import { Modal } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import { LeaveQuestion } from '../leave-guard.tsx'
import { ParticipantForm } from './participant-form.tsx'

interface Props {
  /** Who looks after the participant. */
  reader: Member
  opened: boolean
  onSaved: (participant: Member) => void
  onClose: () => void
}

/** A new participant over another page, which keeps what was chosen there. */
export function ParticipantWindow({ reader, opened, onSaved, onClose }: Props) {
  const dirty = useRef(false)
  const [asking, question] = useDisclosure(false)
  const narrow = useMediaQuery('(max-width: 48.49em)', false, { getInitialValueInEffect: false })
  const close = () => {
    dirty.current = false
    question.close()
    onClose()
  }
  const leave = () => (dirty.current ? question.open() : close())
  return (
    <>
      <Modal
        opened={opened}
        onClose={leave}
        title={m.register_add_person_title()}
        size="lg"
        fullScreen={narrow}
        closeButtonProps={{ 'aria-label': m.action_close() }}
      >
        <ParticipantForm
          reader={reader}
          participant={null}
          onSaved={(participant) => {
            close()
            onSaved(participant)
          }}
          onCancel={leave}
          onDirtyChange={(now) => {
            dirty.current = now
          }}
        />
      </Modal>
      {/* Mounted only now: one that waits closed would take the Escape that opens it for its own. */}
      {asking && <LeaveQuestion opened onStay={question.close} onLeave={close} />}
    </>
  )
}
