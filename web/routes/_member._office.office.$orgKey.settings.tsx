import { Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { sectionOf, SettingsPage } from '#web/features/organisations/settings/settings-page.tsx'
import { paths } from '#web/paths.ts'
import { TextLink, useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { HistoryLink, useOffice } from './-office.tsx'

const GoLive = lazy(async () => ({ default: (await import('#web/features/office/start/go-live.tsx')).GoLive }))

export const Route = createFileRoute('/_member/_office/office/$orgKey/settings')({
  component: ClubSettingsPage,
  staticData: { name: 'clubSettings', title: m.title_club_settings },
})

function ClubSettingsPage() {
  const { club, can } = useOffice()
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_club_settings()} subtitle={club.name} actions={<HistoryLink thing="club" />} />
      <SettingsPage
        key={club.id}
        orgId={club.id}
        section={sectionOf(tab)}
        onSection={(section) => void go(paths.clubSettings(club.key, { tab: section }), { replace: true })}
        besideTexts={
          can('inbox') && (
            <Panel title={m.settings_templates()} subtitle={m.settings_templates_explained()}>
              <TextLink to={paths.inbox(club.key)}>{m.settings_templates_open()}</TextLink>
            </Panel>
          )
        }
        besidePayment={
          <Suspense>
            <GoLive club={club} />
          </Suspense>
        }
      />
    </Stack>
  )
}
