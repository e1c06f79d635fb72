import { useQuery } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Badge, Box, Card, Group, Stack, Text, Title, Skeleton, VisuallyHidden } from '@mantine/core'
import type { Membership } from '#contract/memberships.ts'
import type { Organisation } from '#contract/organisations.ts'
import { useSession } from '#web/api/session/session.ts'
import { NoClubs } from '#web/features/organisations/own-club-card.tsx'
import { ownConfigurationsQuery } from '#web/features/organisations/queries.ts'
import { Cover } from '#web/ui/cards/cover-card.tsx'
import { m } from '#words/messages.js'
import { ClubHoldings } from './club-holdings.tsx'
import { mayBuyFor, type Person } from '../people.ts'
import { membershipWords } from '../words.ts'
import { ClubOffers } from '../sale/club-offers.tsx'
import { RenewFamily } from '../renewals/renew-family.tsx'
import { renewalsOf } from '../renewals/renewals.ts'
import { savedCardsQuery } from '../queries.ts'
import { isActive, isOrWasMember } from '../summary.ts'
import styles from './club-card.module.css'

interface Props {
  people: readonly Person[]
  /** By member id. */
  held: ReadonlyMap<string, readonly Membership[]>
  clubs: readonly Organisation[]
}

/** The family's clubs with memberships and offers, and a button above to renew everything. */
export function FamilyClubs({ people, held, clubs }: Props) {
  if (clubs.length === 0) return <NoClubs />
  const open = new Set(clubs.map(({ id }) => id))
  const renewable = people.filter(mayBuyFor).flatMap(({ member }) => held.get(member.id) ?? [])
  const renewals = renewalsOf(renewable).filter(({ orgId }) => open.has(orgId))
  // An unpaid order alone does not make somebody a member.
  const holdingsIn = (club: Organisation) =>
    people.flatMap((person) =>
      (held.get(person.member.id) ?? []).flatMap((membership) =>
        membership.orgId === club.id && isOrWasMember(membership) ? [{ person, membership }] : [],
      ),
    )
  // Clubs with a member come first.
  const rank = (club: Organisation) =>
    Number(holdingsIn(club).some(({ membership }) => membership.overallEndDate !== null))
  return (
    <>
      {/* A single renewal has its own button. */}
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
  const buyers = people.filter(mayBuyFor).map(({ member: { id }, name, short, self }) => ({ id, name, short, self }))
  const cards = useQuery(savedCardsQuery(member.id))
  const offers = useQuery({
    ...ownConfigurationsQuery(buyers.map(({ id }) => id)),
    select: (sold) => sold.get(club.id) ?? [],
  })
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
          />
        )
      }
    >
      <ClubOffers clubName={club.name} offers={offers} people={buyers} />
    </ClubCard>
  )
}

/** The only membership's status, or the number of active ones. */
function tagOf(memberships: readonly Membership[]) {
  if (memberships.length === 0) return null
  if (memberships.length === 1) return membershipWords(memberships[0]!)
  const count = memberships.filter(isActive).length
  return { label: m.dashboard_active_count({ count }), color: count > 0 ? 'teal' : 'gray' }
}

interface ClubCardProps {
  club: Organisation
  tag: { label: string; color: string } | null
  held: ReactNode
  children: ReactNode
}

function ClubCard({ club, tag, held, children }: ClubCardProps) {
  const heading = useId()
  return (
    <Card component="article" padding={0} className={styles.card} aria-labelledby={heading}>
      <Cover hue={club.hue} className={styles.cover}>
        <Box pos="relative" flex="1 1 200px">
          <Title order={2} id={heading}>
            {club.name}
          </Title>
          <Group gap={6} mt={6} fz="sm">
            <IconMapPin size={16} stroke={1.7} aria-hidden />
            <span>{club.city}</span>
          </Group>
        </Box>
        {tag && (
          <Badge className={styles.tag} color={tag.color} size="lg">
            {tag.label}
          </Badge>
        )}
      </Cover>
      <div className={styles.body}>
        {held && <div className={styles.held}>{held}</div>}
        <Stack gap={20} className={styles.sold}>
          {club.description && <Text c="dimmed">{club.description}</Text>}
          {club.paymentTestMode && <Text size="sm">{m.order_test_club()}</Text>}
          {children}
        </Stack>
      </div>
    </Card>
  )
}

/** A single column: side by side, the tallest card would leave gaps beside the others. */
export const CardGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>

export function CardSkeletons({ cards, height }: { cards: number; height: number }) {
  return (
    <div className={styles.grid} aria-busy role="status">
      <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
      {Array.from({ length: cards }, (_, card) => (
        <Skeleton key={card} height={height} radius="lg" />
      ))}
    </div>
  )
}
