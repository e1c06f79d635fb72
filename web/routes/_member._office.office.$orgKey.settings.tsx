import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { QueryError } from '#web/api/query-error.tsx'
import { clubOfKeyQuery } from '#web/features/organisations/queries.ts'
import { sectionOf, SettingsPage } from '#web/features/organisations/settings/settings-page.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_office/office/$orgKey/settings')({
  component: ClubSettingsPage,
  staticData: { name: 'clubSettings', title: m.title_club_settings },
})

function ClubSettingsPage() {
  const { orgKey } = Route.useParams()
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const query = useQuery(clubOfKeyQuery(orgKey))
  const go = useNavigateTo()
  const club = query.data
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_club_settings()} subtitle={club?.name} />
      {club ? (
        <SettingsPage
          key={club.id}
          orgId={club.id}
          section={sectionOf(tab)}
          onSection={(section) => void go(paths.clubSettings(orgKey, { tab: section }), { replace: true })}
        />
      ) : query.error ? (
        <QueryError query={query} />
      ) : (
        <SkeletonList rows={2} height={320} />
      )}
    </Stack>
  )
}
