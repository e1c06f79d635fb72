import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { IconCalendarOff, IconCalendarTime, IconCircleCheck, IconFriends } from '#web/ui/icons/index.ts'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { paths } from '#web/paths.ts'
import { agesWords, daysLeftWords, trialWords } from '../offer-words.ts'
import { formatShortDate } from '#web/ui/words/format.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { type OfferPerson, availabilityOf } from './offer-availability.ts'
import styles from './offer-list.module.css'
import { bySeason, OfferRow } from './offer-row.tsx'
import { rankOffers } from './rank-offers.ts'

interface Props {
  readonly clubName: string
  /** Requested for the same `people`. */
  readonly offers: UseQueryResult<MembershipConfiguration[]>
  readonly people: readonly OfferPerson[]
}

/** A club's offers and their availability, or a loading or error state. */
export function ClubOffers({ clubName, offers, people }: Props) {
  if (offers.data) return <OfferList clubName={clubName} offers={offers.data} people={people} />
  if (!offers.error) return <Skeleton height={180} radius="md" />
  return <QueryError query={offers} />
}

interface OfferListProps {
  clubName: string
  offers: readonly MembershipConfiguration[]
  people: readonly OfferPerson[]
}

/** A club's offers by season. Those that cannot be bought now are collapsed. */
function OfferList({ clubName, offers, people }: OfferListProps) {
  const isClosed = (offer: MembershipConfiguration) => people.length > 0 && availabilityOf(offer, people).buyer === null
  // Unpaid orders are listed elsewhere on the page.
  const isUnpaid = (offer: MembershipConfiguration) => availabilityOf(offer, people).unpaid
  const onSale = offers.filter((offer) => offer.sale === 'on_sale' && !isUnpaid(offer))
  const open = onSale.filter((offer) => !isClosed(offer))
  // Offers for other ages are listed apart from those that everybody has or cannot have.
  const isOtherAge = ({ closedFor }: MembershipConfiguration) =>
    people.every(({ id }) =>
      closedFor.some(({ memberId, reason }) => memberId === id && (reason === 'too_young' || reason === 'too_old')),
    )
  const otherAges = onSale.filter((offer) => isClosed(offer) && isOtherAge(offer))
  const covered = onSale.filter((offer) => isClosed(offer) && !isOtherAge(offer))
  const later = offers.filter((offer) => offer.sale === 'not_yet')
  const ended = offers.filter((offer) => offer.sale === 'ended')
  const row = (offer: MembershipConfiguration) => (
    <Offer key={offer.id} offer={offer} clubName={clubName} people={people} />
  )
  const withPeriod = (offer: MembershipConfiguration) => (
    <Offer key={offer.id} offer={offer} clubName={clubName} people={people} period />
  )
  return (
    <div className={styles.offers}>
      {offers.some(isUnpaid) ? (
        <Text size="sm" c="dimmed">
          {m.offers_unpaid()}
        </Text>
      ) : (
        onSale.length === 0 && <Text c="dimmed">{m.offers_none()}</Text>
      )}
      {bySeason(
        rankOffers(
          open,
          people.map(({ id }) => id),
        ),
      ).map(([period, group]) => (
        <div key={period} role="group" aria-label={period}>
          <Text size="sm" c="dimmed" fw={620} mb={6}>
            {[period, group[0] && daysLeftWords(group[0])].filter(Boolean).join(' · ')}
          </Text>
          <Stack component="ul" gap={0}>
            {group.map(row)}
          </Stack>
        </div>
      ))}
      {covered.length > 0 && (
        <Fold
          icon={<IconCircleCheck size={18} stroke={1.7} aria-hidden />}
          title={m.offers_covered({ count: covered.length })}
        >
          <Stack component="ul" gap={0}>
            {rankOffers(covered).map(withPeriod)}
          </Stack>
        </Fold>
      )}
      {otherAges.length > 0 && (
        <Fold
          icon={<IconFriends size={18} stroke={1.7} aria-hidden />}
          title={m.offers_other_ages({ count: otherAges.length })}
        >
          <Stack component="ul" gap={0}>
            {rankOffers(otherAges).map(withPeriod)}
          </Stack>
        </Fold>
      )}
      {bySaleDay(later).map(([day, coming]) => (
        <Fold
          key={day}
          open={onSale.length === 0}
          icon={<IconCalendarTime size={18} stroke={1.7} aria-hidden />}
          title={m.offers_later({ date: formatShortDate(day), count: coming.length })}
        >
          <Stack component="ul" gap={0}>
            {rankOffers(coming).map(withPeriod)}
          </Stack>
        </Fold>
      ))}
      {ended.length > 0 && (
        <Fold
          icon={<IconCalendarOff size={18} stroke={1.7} aria-hidden />}
          title={m.offers_over({ count: ended.length })}
        >
          <Stack component="ul" gap={0}>
            {ended.map(withPeriod)}
          </Stack>
        </Fold>
      )}
    </div>
  )
}

function bySaleDay(offers: readonly MembershipConfiguration[]): [string, MembershipConfiguration[]][] {
  const days = Map.groupBy(offers, (offer) => offer.offerStartDate)
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

interface OfferProps {
  offer: MembershipConfiguration
  clubName: string
  people: readonly OfferPerson[]
  period?: boolean
}

function Offer({ offer, clubName, people, period = false }: OfferProps) {
  const { words, held, buyer } = availabilityOf(offer, people)
  // Its start of sale is in the heading above.
  const coming = offer.sale === 'not_yet' && offer.closedFor.length === 0
  const other = buyer && !buyer.self ? buyer : null
  const named = { name: offer.name, club: clubName }
  const ages = agesWords(offer)
  const trial = buyer && offer.endsTrial.find(({ memberId }) => memberId === buyer.id)
  return (
    <OfferRow
      offer={offer}
      period={period}
      ages={words === ages ? null : ages}
      facts={
        <>
          {trial && <Text size="sm">{trialWords(trial)}</Text>}
          {!coming && words && (
            <Group gap={6} wrap="nowrap" fz="sm" fw={620}>
              {held && <IconCircleCheck size={18} stroke={1.7} aria-hidden />}
              <span>{words}</span>
            </Group>
          )}
        </>
      }
    >
      {!coming && buyer && (
        <ButtonLink
          className={styles.action ?? ''}
          to={paths.newMembership({
            orgId: offer.orgId,
            membershipConfId: offer.id,
            ...(other ? { memberId: other.id } : {}),
          })}
          variant={other ? 'light' : 'filled'}
          aria-label={other ? m.offer_buy_for({ ...named, person: other.name }) : m.offer_buy_named(named)}
        >
          {m.offer_buy()}
        </ButtonLink>
      )}
      <TextLink
        className={styles.ask ?? ''}
        to={paths.contactUs({ orgId: offer.orgId, membership: offer.id, subject: offer.name })}
        size="sm"
        c="dimmed"
        td="underline"
        alone
        aria-label={m.offer_ask_named(named)}
      >
        {m.offer_ask()}
      </TextLink>
    </OfferRow>
  )
}
