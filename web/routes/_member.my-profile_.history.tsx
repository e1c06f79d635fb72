import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#web/api/session/session.ts'
import { ActList } from '#web/features/members/acting/act-list.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/my-profile_/history')({
  component: ActsPage,
  staticData: {
    name: 'acts',
    title: m.title_acts,
    crumbs: [{ label: m.title_my_profile, to: paths.myProfile() }],
  },
})

/** Who did what for whom. */
function ActsPage() {
  const { member } = useSession()
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title={m.title_acts()} subtitle={m.acts_subtitle()} />
      <ActList memberId={member.id} />
    </Stack>
  )
}
