import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClubProfile } from '#contract/organisations/organisations.ts'
import { agesWords, priceSentence } from '../offer-words.ts'
import { langOf } from '#web/ui/own-text.tsx'
import { formatPeriod } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import styles from './offer-list.module.css'

interface Props {
  readonly offer: ClubProfile['memberships'][number]
  readonly period?: boolean
  readonly ages?: string | null
  readonly facts?: ReactNode
  /** Links and buttons beside the price. */
  readonly children: ReactNode
}

/** One offer in the list of a club's memberships. */
export const OfferRow = ({ offer, period = false, ages = agesWords(offer), facts, children }: Props) => (
  <li className={styles.offer}>
    <div>
      <Title order={3} lang={langOf(offer, 'name')}>
        {offer.name}
      </Title>
      {period && (
        <Text size="sm" c="dimmed">
          {formatPeriod(offer.startDate, offer.endDate)}
        </Text>
      )}
      {ages && (
        <Text size="sm" c="dimmed">
          {ages}
        </Text>
      )}
      {offer.benefits && (
        <Text size="sm" lang={langOf(offer, 'benefits')}>
          {offer.benefits}
        </Text>
      )}
      {facts}
    </div>
    <div className={styles.price}>
      <Text span fw={700} fz="lg">
        <PriceText value={offer.parts.total} />
      </Text>
      <Text size="sm" c="dimmed">
        {priceSentence(offer.parts)}
      </Text>
    </div>
    {children}
  </li>
)

/** Offers by season, in their order. */
export const bySeason = <T extends { startDate: string; endDate: string }>(offers: readonly T[]): [string, T[]][] => [
  ...Map.groupBy(offers, ({ startDate, endDate }) => formatPeriod(startDate, endDate)),
]
