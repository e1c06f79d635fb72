import { Text, Title } from '@mantine/core'
import { IconCalendarTime, IconCircleCheck } from '@tabler/icons-react'
import type { MembershipConfiguration } from '#contract/organisations.ts'
import { paths } from '#web/paths.ts'
import { formatPeriod, formatShortDate } from '#web/ui/format.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { MoneyText } from '#web/ui/money-text.tsx'
import { m } from '#words/messages.js'
import styles from './offer-list.module.css'
import { notForSaleWords, priceSentence } from './price-words.ts'

/** By configuration: what the member cannot buy besides what they hold, and why. */
export type Covered = ReadonlyMap<string, { readonly own: boolean; readonly words: string }>

interface Props {
  clubName: string
  offers: readonly MembershipConfiguration[]
  covered: Covered
}

/** What a club sells, each price with its explanation and the button that buys it; what comes later is folded away. */
export function OfferList({ clubName, offers, covered }: Props) {
  const own = (offer: MembershipConfiguration) => covered.get(offer.id)?.own === true
  const now = offers.filter((offer) => offer.sale === 'on_sale' || own(offer))
  const later = offers.filter((offer) => offer.sale === 'not_yet' && !own(offer))
  if (now.length + later.length === 0) return <Text c="dimmed">{m.offers_none()}</Text>
  const row = (offer: MembershipConfiguration) => (
    <Offer key={offer.id} offer={offer} clubName={clubName} covered={covered.get(offer.id)} />
  )
  return (
    <div className={styles.offers}>
      {now.length > 0 && <ul className={styles.list}>{now.map(row)}</ul>}
      {bySaleDay(later).map(([day, coming]) => (
        <details key={day} className={styles.later} open={now.length === 0}>
          <summary>
            <IconCalendarTime size={18} stroke={1.7} aria-hidden />
            {m.offers_later({ date: formatShortDate(day), count: coming.length })}
          </summary>
          <ul className={styles.list}>{coming.map(row)}</ul>
        </details>
      ))}
    </div>
  )
}

/** Offers that are not on sale yet, by the day on which they will be. */
function bySaleDay(offers: readonly MembershipConfiguration[]): [string, MembershipConfiguration[]][] {
  const days = Map.groupBy(offers, (offer) => offer.offerStartDate)
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

interface OfferProps {
  offer: MembershipConfiguration
  clubName: string
  covered: { readonly own: boolean; readonly words: string } | undefined
}

function Offer({ offer, clubName, covered }: OfferProps) {
  const closed = notForSaleWords(offer, covered)
  return (
    <li className={styles.offer}>
      <div className={styles.what}>
        <Title order={3}>{offer.name}</Title>
        <Text size="sm" c="dimmed">
          {formatPeriod(offer.startDate, offer.endDate)}
        </Text>
      </div>
      <div className={styles.price}>
        <Text span fw={700} fz="lg">
          <MoneyText value={offer.parts.total} />
        </Text>
        <Text size="sm" c="dimmed">
          {priceSentence(offer.parts)}
        </Text>
      </div>
      {(covered || offer.sale !== 'not_yet') && (
        <div className={styles.action}>
          {closed ? (
            <Text size="sm" fw={620} className={styles.closed}>
              {covered?.own && <IconCircleCheck size={18} stroke={1.7} aria-hidden />}
              {closed}
            </Text>
          ) : (
            <ButtonLink
              to={paths.newMembership({ orgId: offer.orgId, membershipConfId: offer.id })}
              aria-label={m.offer_buy_named({ name: offer.name, club: clubName })}
            >
              {m.offer_buy()}
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  )
}
