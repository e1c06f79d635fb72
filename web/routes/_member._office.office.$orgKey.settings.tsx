import { Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { GoLive } from '#web/features/office/start/go-live.tsx'
import { sectionOf, SettingsPage } from '#web/features/organisations/settings/settings-page.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/settings')({
  component: ClubSettingsPage,
  staticData: { name: 'clubSettings', title: m.title_club_settings },
})

function ClubSettingsPage() {
  const { club } = useOffice()
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_club_settings()} subtitle={club.name} />
      <SettingsPage
        key={club.id}
        orgId={club.id}
        section={sectionOf(tab)}
        onSection={(section) => void go(paths.clubSettings(club.key, { tab: section }), { replace: true })}
      >
        <GoLive orgId={club.id} />
      </SettingsPage>
    </Stack>
  )
}
