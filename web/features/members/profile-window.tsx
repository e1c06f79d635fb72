import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { useLeaveQuestion } from '#web/forms/leave-guard.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Props {
  member: Member
  opened: boolean
  onClose: () => void
}

export function ProfileWindow({ member, opened, onClose }: Props) {
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
        title={m.profile_dialog_title()}
        size="lg"
        fullScreen={narrow}
      >
        <ProfileForm
          member={member}
          addressRequired
          onSaved={close}
          onCancel={() => ask(onClose)}
          onDirtyChange={onDirtyChange}
        />
      </Modal>
      {question}
    </>
  )
}
