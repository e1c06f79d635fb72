import { Text, Title } from '@mantine/core'
import { IconCalendarTime, IconCircleCheck } from '@tabler/icons-react'
import type { MembershipConfiguration } from '#contract/organisations.ts'
import { paths } from '#web/paths.ts'
import { formatPeriod } from '#web/ui/format.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { MoneyText } from '#web/ui/money-text.tsx'
import { m } from '#words/messages.js'
import styles from './offer-list.module.css'
import { notForSaleWords, priceSentence } from './price-words.ts'

interface Props {
  clubName: string
  offers: readonly MembershipConfiguration[]
  held: ReadonlySet<string>
}

/** What a club sells now and from when the rest, each price with its explanation and the button that buys it. */
export function OfferList({ clubName, offers, held }: Props) {
  const shown = offers.filter((offer) => offer.sale !== 'ended' || held.has(offer.id))
  if (shown.length === 0) return <Text c="dimmed">{m.offers_none()}</Text>
  return (
    <ul className={styles.list}>
      {shown.map((offer) => (
        <Offer key={offer.id} offer={offer} clubName={clubName} held={held.has(offer.id)} />
      ))}
    </ul>
  )
}

function Offer({ offer, clubName, held }: { offer: MembershipConfiguration; clubName: string; held: boolean }) {
  const closed = notForSaleWords(offer, held)
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
      <div className={styles.action}>
        {closed ? (
          <Text size="sm" fw={620} className={styles.closed}>
            {held ? <IconCircleCheck size={18} aria-hidden /> : <IconCalendarTime size={18} aria-hidden />}
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
    </li>
  )
}
