import { Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRef } from 'react'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import { LeaveQuestion } from './leave-guard.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Props {
  member: Member
  opened: boolean
  onClose: () => void
}

/** The profile's form over another page, which keeps what was typed there. */
export function ProfileDialog({ member, opened, onClose }: Props) {
  const dirty = useRef(false)
  const [asking, question] = useDisclosure(false)
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
        closeButtonProps={{ 'aria-label': m.action_close() }}
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
      <LeaveQuestion opened={asking} onStay={question.close} onLeave={close} />
    </>
  )
}
