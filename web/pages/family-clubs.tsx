import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingCommunity } from '@tabler/icons-react'
import type { Membership } from '#contract/memberships.ts'
import type { Organisation } from '#contract/organisations.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session.ts'
import { ClubCard } from '#web/features/memberships/club-card.tsx'
import { ClubHoldings } from '#web/features/memberships/club-holdings.tsx'
import { mayBuyFor } from '#web/features/memberships/may-buy-for.ts'
import { membershipWords } from '#web/features/memberships/membership-words.ts'
import type { Person } from '#web/features/memberships/people.ts'
import { RenewFamily } from '#web/features/memberships/renew-family.tsx'
import { renewalsOf } from '#web/features/memberships/renewals.ts'
import { savedCardsQuery } from '#web/features/memberships/saved-card-queries.ts'
import { isActive } from '#web/features/memberships/summary.ts'
import { OfferList } from '#web/features/orders/offer-list.tsx'
import { priceSentence } from '#web/features/orders/price-words.ts'
import { configurationsQuery } from '#web/features/organisations/queries.ts'
import { CardGrid } from '#web/ui/card-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

interface Props {
  people: readonly Person[]
  /** By person. */
  held: ReadonlyMap<string, readonly Membership[]>
  clubs: readonly Organisation[]
}

/** Every club with what these people have in it and what it sells; on top, everything that can be renewed in one click. */
export function FamilyClubs({ people, held, clubs }: Props) {
  if (clubs.length === 0) {
    return (
      <Panel>
        <EmptyState icon={<IconBuildingCommunity size={40} stroke={1.5} />} title={m.memberships_no_clubs_title()}>
          {m.memberships_no_clubs()}
        </EmptyState>
      </Panel>
    )
  }
  const open = new Set(clubs.map(({ id }) => id))
  const renewable = people.filter(mayBuyFor).flatMap(({ member }) => held.get(member.id) ?? [])
  const renewals = renewalsOf(renewable).filter(({ orgId }) => open.has(orgId))
  const holdingsIn = (club: Organisation) =>
    people.flatMap((person) =>
      (held.get(person.member.id) ?? []).flatMap((membership) =>
        membership.orgId === club.id ? [{ person, membership }] : [],
      ),
    )
  // Where somebody is a member comes first; an unpaid try makes no member.
  const rank = (club: Organisation) =>
    Number(holdingsIn(club).some(({ membership }) => membership.overallEndDate !== null))
  return (
    <>
      {/* One that stands alone has its button beside it. */}
      {renewals.length > 1 && <RenewFamily renewals={renewals} people={people} clubs={clubs} />}
      <CardGrid>
        {clubs
          .toSorted((a, b) => rank(b) - rank(a))
          .map((club) => (
            <Club key={club.id} club={club} people={people} holdings={holdingsIn(club)} />
          ))}
      </CardGrid>
    </>
  )
}

interface ClubProps {
  club: Organisation
  people: readonly Person[]
  holdings: readonly { readonly person: Person; readonly membership: Membership }[]
}

function Club({ club, people, holdings }: ClubProps) {
  const { member } = useSession()
  const buyers = people.filter(mayBuyFor).map(({ member: { id }, name, self }) => ({ id, name, self }))
  const offers = useQuery(
    configurationsQuery(
      club.id,
      buyers.map(({ id }) => id),
    ),
  )
  const cards = useQuery(savedCardsQuery(member.id))
  const holders = new Set(holdings.map(({ person }) => person.member.id))
  return (
    <ClubCard
      club={club}
      tag={tagOf(holdings.map(({ membership }) => membership))}
      held={
        holdings.length > 0 && (
          <ClubHoldings
            clubName={club.name}
            holdings={holdings}
            without={people.filter(({ member: { id } }) => !holders.has(id))}
            hasCard={cards.data?.some(({ orgId }) => orgId === club.id) ?? false}
            explain={priceSentence}
          />
        )
      }
    >
      {offers.data ? (
        <OfferList clubName={club.name} offers={offers.data} people={buyers} />
      ) : offers.error ? (
        <ErrorPanel
          message={problemText(offers.error)}
          retrying={offers.isFetching}
          onRetry={() => void offers.refetch()}
        />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </ClubCard>
  )
}

/** The club's card in a word: the one membership's status, or how many are active. */
function tagOf(memberships: readonly Membership[]) {
  if (memberships.length === 0) return null
  if (memberships.length === 1) return membershipWords(memberships[0]!)
  const count = memberships.filter(isActive).length
  return { label: m.dashboard_active_count({ count }), color: count > 0 ? 'teal' : 'gray' }
}
