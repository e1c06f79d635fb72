import { useMediaQuery } from '@mantine/hooks'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { EditDialog } from '#web/forms/edit-dialog.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Props {
  member: Member
  opened: boolean
  onClose: () => void
}

export function ProfileWindow({ member, opened, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 48.49em)', false, { getInitialValueInEffect: false })
  return (
    <EditDialog
      opened={opened}
      onClose={onClose}
      title={m.profile_dialog_title()}
      size="lg"
      fullScreen={narrow ?? false}
    >
      {({ onDone, ...form }) => <ProfileForm {...form} member={member} addressRequired onSaved={onDone} />}
    </EditDialog>
  )
}
