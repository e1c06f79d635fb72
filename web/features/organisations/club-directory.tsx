import { Button, Skeleton } from '@mantine/core'
import { IconBuildingCommunity, IconCalendarEvent, IconId, IconMapPin, IconSearchOff } from '#web/ui/icons/index.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { colourOf } from '#web/api/club-urls.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { paths } from '#web/paths.ts'
import { CoverCard } from '#web/ui/cards/cover-card.tsx'
import { CoverCards } from '#web/ui/cards/cover.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { ClubMark } from './club-mark.tsx'
import { ClubSearch, searchSkeletonClass } from './club-search.tsx'
import { directoryQuery, type DirectoryEntry } from './queries.ts'

/** All clubs, with a search that is kept in the address. */
export function ClubDirectory({ card }: { card: (club: DirectoryEntry) => ReactNode }) {
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const list = useInfiniteQuery(directoryQuery(q))
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
          <CoverCards>{found.map(card)}</CoverCards>
          <ShowMore pages={list} rowsOf={(page) => page} />
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

interface CardProps {
  readonly club: DirectoryEntry
  readonly order?: 2 | 3
  readonly tag?: string | false
  readonly action: ReactNode
}

/** A club in a list of all. */
export const ClubCard = ({ club, order = 2, tag, action }: CardProps) => (
  <CoverCard
    order={order}
    colour={colourOf(club)}
    mark={<ClubMark club={club} size={52} raised />}
    title={club.name}
    to={paths.organisation(club.id)}
    tag={tag || (club.testMode && m.organizations_test())}
    facts={[
      ...(club.city ? [{ icon: <IconMapPin {...icon} />, text: club.city }] : []),
      ...(club.events > 0
        ? [{ icon: <IconCalendarEvent {...icon} />, text: m.organizations_events({ count: club.events }) }]
        : []),
      ...(club.membershipFrom
        ? [{ icon: <IconId {...icon} />, text: m.organizations_from({ price: formatMoney(club.membershipFrom) }) }]
        : []),
    ]}
    text={<Own of={club} field="description" />}
    action={action}
  />
)

/** A club as visitors see it: they look at it before they join. */
export const OpenClubCard = ({ club, order }: Pick<CardProps, 'club' | 'order'>) => (
  <ClubCard
    club={club}
    {...(order && { order })}
    action={
      <ButtonLink to={paths.organisation(club.id)} variant="light" aria-label={m.club_see_named({ club: club.name })}>
        {m.club_see()}
      </ButtonLink>
    }
  />
)
