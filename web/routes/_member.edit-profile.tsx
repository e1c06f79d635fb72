import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useRef } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { ProfileForm } from '#web/features/members/profile-form.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/edit-profile')({
  component: EditProfilePage,
  staticData: {
    name: 'editProfile',
    title: m.title_edit_profile,
    crumbs: [{ label: m.title_my_profile, to: paths.myProfile() }],
  },
})

function EditProfilePage() {
  const { member } = useSession()
  const dirty = useRef(false)
  const go = useNavigateTo()
  const goBack = () => void go(paths.myProfile())
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_edit_profile()} subtitle={m.profile_edit_subtitle()} />
      <LeaveGuard dirty={() => dirty.current} />
      <ProfileForm
        member={member}
        onSaved={goBack}
        onCancel={goBack}
        onDirtyChange={(now) => {
          dirty.current = now
        }}
        inPanel
      />
    </Stack>
  )
}
