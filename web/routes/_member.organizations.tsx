import { Button, Skeleton, Stack } from '@mantine/core'
import { IconBuildingCommunity, IconCalendarEvent, IconId, IconMapPin, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { prefetch, prefetchList } from '#web/api/query-client.ts'
import { ShowMore, useMore } from '#web/api/show-more.tsx'
import { currentSubjectId, useSubject } from '#web/api/acting/subject.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { summarise } from '#web/features/memberships/summary.ts'
import { ClubSearch, searchSkeletonClass } from '#web/features/organisations/club-search.tsx'
import { directoryQuery, type DirectoryEntry } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { CoverCard, CoverCards } from '#web/ui/cards/cover-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/organizations')({
  loader: ({ location }) => loadDirectory((location.search as { q?: string }).q),
  component: OrganizationsPage,
  staticData: { name: 'organisations', title: m.title_organizations },
})

async function loadDirectory(search: string | undefined): Promise<void> {
  const subject = currentSubjectId()
  if (subject === null) return
  await Promise.all([prefetchList(directoryQuery(search)), prefetch(membershipsQuery(subject))])
}

function OrganizationsPage() {
  return (
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
      <Clubs />
    </Stack>
  )
}

function Clubs() {
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const list = useInfiniteQuery(directoryQuery(q))
  const cards = useRef<HTMLDivElement>(null)
  const more = useMore(
    list,
    (page) => page,
    (at) => cards.current?.querySelectorAll<HTMLElement>('article h2 a')[at],
  )
  const go = useNavigateTo()
  // Typing replaces the history entry.
  const search = (text: string) =>
    void go(paths.organisations(text.trim() === '' ? {} : { q: text }), { replace: true, stay: true })
  if (list.error && !list.data) {
    return <QueryError query={list} />
  }
  if (!list.data)
    return (
      <>
        <Skeleton radius="lg" className={searchSkeletonClass} />
        <SkeletonCards cards={3} height={400} />
      </>
    )
  const found = list.data.pages.flat()
  if (found.length === 0 && q.trim() === '') {
    return (
      <Panel>
        <EmptyState icon={<IconBuildingCommunity size={40} stroke={1.5} />} title={m.organizations_empty_title()}>
          {m.organizations_empty()}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <>
      <ClubSearch search={q} onSearch={search} found={found.length} more={list.hasNextPage} />
      {found.length > 0 ? (
        <>
          <div ref={cards}>
            <Cards clubs={found} />
          </div>
          <ShowMore {...more} />
        </>
      ) : (
        <Panel>
          <EmptyState
            icon={<IconSearchOff size={40} stroke={1.5} />}
            title={m.organizations_none_title()}
            actions={<Button onClick={() => search('')}>{m.organizations_see_all()}</Button>}
          >
            {m.organizations_none()}
          </EmptyState>
        </Panel>
      )}
    </>
  )
}

const icon = { size: 16, stroke: 1.7 }

function Cards({ clubs }: { clubs: readonly DirectoryEntry[] }) {
  // Treated as a non-member until loaded.
  const { activeIn, placeIn } = summarise(useQuery(membershipsQuery(useSubject().id)).data ?? [])
  return (
    <CoverCards>
      {clubs.map((club) => (
        <CoverCard
          key={club.id}
          order={2}
          hue={club.hue}
          title={club.name}
          to={paths.organisation(club.id)}
          tag={activeIn.has(club.id) ? m.dashboard_member_here() : club.testMode && m.organizations_test()}
          facts={[
            { icon: <IconMapPin {...icon} />, text: club.city },
            { icon: <IconCalendarEvent {...icon} />, text: m.organizations_events({ count: club.events }) },
            ...(club.membershipFrom
              ? [
                  {
                    icon: <IconId {...icon} />,
                    text: m.organizations_from({ price: formatMoney(club.membershipFrom) }),
                  },
                ]
              : []),
          ]}
          text={club.description}
          action={
            <ButtonLink
              to={placeIn.has(club.id) ? paths.memberships() : paths.newMembership({ orgId: club.id })}
              size="sm"
              variant={placeIn.has(club.id) ? 'default' : 'light'}
              aria-label={
                placeIn.has(club.id)
                  ? m.organizations_membership_at({ club: club.name })
                  : m.organizations_join_at({ club: club.name })
              }
            >
              {placeIn.has(club.id) ? m.organizations_membership() : m.organizations_join()}
            </ButtonLink>
          }
        />
      ))}
    </CoverCards>
  )
}
