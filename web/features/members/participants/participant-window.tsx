import { Modal } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { LeaveQuestion } from '#web/forms/leave-guard.tsx'
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
  const dirty = useRef(false)
  const [confirming, question] = useDisclosure(false)
  const narrow = useMediaQuery('(max-width: 48.49em)', false, { getInitialValueInEffect: false })
  const close = () => {
    dirty.current = false
    question.close()
    onClose()
  }
  const leave = () => (dirty.current ? question.open() : close())
  return (
    <>
      <Modal opened={opened} onClose={leave} title={m.register_add_person_title()} size="lg" fullScreen={narrow}>
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
      {/* Mounted only when opened: while closed, it would handle the Escape that opens it. */}
      {confirming && <LeaveQuestion opened onStay={question.close} onLeave={close} />}
    </>
  )
}
