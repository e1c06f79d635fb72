import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Card, Group, Stack, Text, Title, Skeleton, VisuallyHidden } from '@mantine/core'
import type { Membership } from '#contract/memberships/memberships.ts'
import type { Organisation } from '#contract/organisations/organisations.ts'
import { useSession } from '#web/api/session/session.ts'
import { NoClubs } from '#web/features/organisations/own-club-card.tsx'
import { paths } from '#web/paths.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { ClubHoldings } from './club-holdings.tsx'
import { type Holding, mayBuyFor, paysFor, type Person } from '../people.ts'
import { RenewAll } from '../renewals/renew-all.tsx'
import { byDeadline, isDue, renewalsOf } from '../renewals/renewals.ts'
import { savedCardsQuery } from '../queries.ts'
import { holdsMembership, isOrWasMember } from '../summary.ts'
import styles from './club-card.module.css'

interface Props {
  people: readonly Person[]
  /** By member id. */
  held: ReadonlyMap<string, readonly Membership[]>
  clubs: readonly Organisation[]
  /** How a person leaves a club. */
  leaves: (holding: Holding, club: Organisation) => ReactNode
}

/** The family's memberships by club, with a button to renew everything; then the clubs they can join. */
export function FamilyClubs({ people, held, clubs, leaves }: Props) {
  const { member } = useSession()
  const cards = useQuery(savedCardsQuery(member.id)).data ?? []
  if (clubs.length === 0) return <NoClubs />
  const open = new Set(clubs.map(({ id }) => id))
  const buyers = people.filter(mayBuyFor)
  const renewals = renewalsOf(buyers.flatMap(({ member: { id } }) => held.get(id) ?? [])).filter(({ orgId }) =>
    open.has(orgId),
  )
  const payers = new Set(buyers.filter((person) => paysFor(people, person)).map(({ member: { id } }) => id))
  // An unpaid order alone does not make somebody a member.
  const holdings: Holding[] = people.flatMap((person) =>
    (held.get(person.member.id) ?? []).filter(isOrWasMember).map((membership) => ({ person, membership })),
  )
  const atClub = Map.groupBy(holdings, ({ membership }) => membership.orgId)
  const others = clubs.filter(({ id }) => !atClub.has(id))
  const renewsNothing = holdings.some(
    ({ membership }) =>
      holdsMembership(membership) && !membership.autoRenewal && !cards.some(({ orgId }) => orgId === membership.orgId),
  )
  return (
    <>
      {/* A single renewal has its own button. */}
      {byDeadline(renewals.filter(isDue)).map((group) => {
        const mine = group.filter(({ memberId }) => payers.has(memberId))
        const theirs = group.filter((one) => !mine.includes(one))
        return (
          mine.length > 0 &&
          group.length > 1 && (
            <RenewAll key={`${group[0]!.until} ${group[0]!.next.joins}`} renewals={mine} theirs={theirs} />
          )
        )
      })}
      {clubs.flatMap((club) => {
        const here = atClub.get(club.id)
        if (!here) return []
        const holders = new Set(here.map(({ person }) => person.member.id))
        const everyone = buyers.every(({ member: { id } }) => holders.has(id))
        // A former member's way back is the button beside their name.
        const offer =
          !here.some(({ membership }) => holdsMembership(membership)) && everyone ? null : everyone ? 'more' : 'join'
        return (
          <ClubCard key={club.id} club={club} offer={offer}>
            <ClubHoldings
              holdings={here}
              hasCard={cards.some(({ orgId }) => orgId === club.id)}
              leaves={(holding) => leaves(holding, club)}
            />
          </ClubCard>
        )
      })}
      {renewsNothing && (
        <Text size="sm" c="dimmed">
          {m.renewal_choose_later()}
        </Text>
      )}
      {others.length > 0 && <OtherClubs clubs={others} isFirst={atClub.size === 0} />}
    </>
  )
}

interface ClubCardProps {
  club: Organisation
  offer: Offer | null
  children: ReactNode
}

/** The way to a club's memberships; `more` where everybody they may buy for is a member. */
type Offer = 'join' | 'more'

function ClubCard({ club, offer, children }: ClubCardProps) {
  const heading = useId()
  return (
    <Card component="article" className={styles.card ?? ''} padding={0} aria-labelledby={heading}>
      <ClubHead club={club} heading={heading} offer={offer} />
      {children}
    </Card>
  )
}

interface HeadProps {
  club: Organisation
  heading: string
  offer: Offer | null
  order?: 2 | 3
}

/** A club's name, and the way to its memberships. */
const ClubHead = ({ club, heading, offer, order = 2 }: HeadProps) => (
  <Group className={styles.head ?? ''} gap="8px 14px">
    <Group gap="8px 14px" flex="1 1 11.5rem">
      <ClubMark club={club} size={44} />
      <Stack gap={0} flex={1} miw="min-content">
        <Title order={order} size="h3" id={heading}>
          <TextLink to={paths.organisation(club.id)} inherit c="inherit">
            {club.name}
          </TextLink>
        </Title>
        <Text size="sm" c="dimmed">
          {[club.city, club.paymentTestMode && m.order_test_mode()].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    </Group>
    {offer && (
      <ButtonLink
        to={paths.newMembership({ orgId: club.id })}
        variant={offer === 'more' ? 'default' : 'light'}
        flex="none"
        aria-label={
          offer === 'more' ? m.memberships_more_at({ club: club.name }) : m.memberships_join_at({ club: club.name })
        }
      >
        {offer === 'more' ? m.memberships_more() : m.memberships_join()}
      </ButtonLink>
    )}
  </Group>
)

function OtherClubs({ clubs, isFirst }: { clubs: readonly Organisation[]; isFirst: boolean }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb="sm" gap="4px 16px">
        <Title order={2} id={heading}>
          {isFirst ? m.memberships_choose_club() : m.memberships_other_clubs()}
        </Title>
        <TextLink to={paths.organisations()} size="sm" fw={600} alone>
          {m.own_organizations_find()}
        </TextLink>
      </Group>
      <Card className={styles.card ?? ''} padding={0}>
        {clubs.map((club) => (
          <OtherClub key={club.id} club={club} />
        ))}
      </Card>
    </section>
  )
}

function OtherClub({ club }: { club: Organisation }) {
  const heading = useId()
  return (
    <article aria-labelledby={heading} className={styles.other}>
      <ClubHead club={club} heading={heading} offer="join" order={3} />
    </article>
  )
}

export function CardSkeletons({ cards, height }: { cards: number; height: number }) {
  return (
    <Stack gap="lg" aria-busy role="status">
      <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
      {Array.from({ length: cards }, (_, card) => (
        <Skeleton key={card} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
