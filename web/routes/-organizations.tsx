import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ParsedLocation } from '@tanstack/react-router'
import { currentSubjectId, useSubject } from '#web/api/acting/subject.ts'
import { prefetch, prefetchList } from '#web/api/query-client.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { summarise } from '#web/features/memberships/summary.ts'
import { ClubCard, ClubDirectory } from '#web/features/organisations/club-directory.tsx'
import { directoryQuery, type DirectoryEntry } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** Loads the clubs that match the search in the address. */
export async function load({ location }: { location: ParsedLocation }): Promise<void> {
  const subject = currentSubjectId()
  if (subject === null) return
  const { q } = location.search as { q?: string }
  await Promise.all([prefetchList(directoryQuery(q)), prefetch(membershipsQuery(subject))])
}

/** All clubs as a member sees them. */
export const Page = () => (
  <Stack gap="lg">
    <PageHeader
      title={m.title_organizations()}
      subtitle={m.organizations_subtitle()}
      actions={
        <ButtonLink to={paths.ownOrganisations()} variant="default">
          {m.organizations_mine()}
        </ButtonLink>
      }
    />
    <ClubDirectory card={(club) => <MembersCard key={club.id} club={club} />} />
  </Stack>
)

function MembersCard({ club }: { club: DirectoryEntry }) {
  // Treated as a non-member until loaded.
  const { activeIn, placeIn } = summarise(useQuery(membershipsQuery(useSubject().id)).data ?? [])
  const isMember = placeIn.has(club.id)
  const named = { club: club.name }
  return (
    <ClubCard
      club={club}
      tag={activeIn.has(club.id) && m.dashboard_member_here()}
      action={
        (isMember || !club.isPaused) && (
          <ButtonLink
            to={isMember ? paths.memberships() : paths.newMembership({ orgId: club.id })}
            variant={isMember ? 'default' : 'light'}
            aria-label={isMember ? m.organizations_membership_at(named) : m.organizations_join_at(named)}
          >
            {isMember ? m.organizations_membership() : m.organizations_join()}
          </ButtonLink>
        )
      }
    />
  )
}
