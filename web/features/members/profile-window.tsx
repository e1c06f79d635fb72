import { Modal } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { LeaveQuestion } from '#web/forms/leave-guard.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Props {
  member: Member
  opened: boolean
  onClose: () => void
}

export function ProfileWindow({ member, opened, onClose }: Props) {
  const dirty = useRef(false)
  const [confirming, question] = useDisclosure(false)
  const narrow = useMediaQuery('(max-width: 48.49em)', false, { getInitialValueInEffect: false })
  const close = () => {
    dirty.current = false
    question.close()
    onClose()
  }
  return (
    <>
      <Modal
        opened={opened}
        onClose={() => (dirty.current ? question.open() : close())}
        title={m.profile_dialog_title()}
        size="lg"
        fullScreen={narrow}
      >
        <ProfileForm
          member={member}
          addressRequired
          onSaved={close}
          onCancel={() => (dirty.current ? question.open() : close())}
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
