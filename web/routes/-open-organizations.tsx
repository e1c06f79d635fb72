import { Stack } from '@mantine/core'
import type { ParsedLocation } from '@tanstack/react-router'
import { prefetchList } from '#web/api/query-client.ts'
import { ClubDirectory, OpenClubCard } from '#web/features/organisations/club-directory.tsx'
import { directoryQuery } from '#web/features/organisations/queries.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** Loads the clubs that match the search in the address. */
export const load = ({ location }: { location: ParsedLocation }) =>
  prefetchList(directoryQuery((location.search as { q?: string }).q))

/** All clubs as a visitor sees them. */
export const Page = () => (
  <Stack gap="lg">
    <PageHeader title={m.title_organizations()} subtitle={m.organizations_subtitle()} />
    <ClubDirectory card={(club) => <OpenClubCard key={club.id} club={club} />} />
  </Stack>
)
