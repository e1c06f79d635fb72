import { Stack } from '@mantine/core'
import { useSession } from '#web/api/session/session.ts'
import { ActList } from '#web/features/members/acting/act-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** Who did what for whom. */
export function ActsPage() {
  const { member } = useSession()
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title={m.title_acts()} subtitle={m.acts_subtitle()} />
      <ActList memberId={member.id} />
    </Stack>
  )
}
