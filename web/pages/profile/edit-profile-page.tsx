import { Stack } from '@mantine/core'
import { useRef } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { LeaveGuard } from '#web/features/members/leave-guard.tsx'
import { ProfileForm } from '#web/features/members/profile-form.tsx'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** Changes the own profile. */
export function EditProfilePage() {
  const { member } = useSession()
  const dirty = useRef(false)
  const go = useGo()
  const back = () => void go(paths.myProfile())
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title={m.title_edit_profile()} subtitle={m.profile_edit_subtitle()} />
      <LeaveGuard dirty={() => dirty.current} />
      <ProfileForm
        member={member}
        onSaved={back}
        onCancel={back}
        onDirtyChange={(now) => {
          dirty.current = now
        }}
        inPanel
      />
    </Stack>
  )
}
