import { Text } from '@mantine/core'
import type { Member } from '#contract/members.ts'
import type { PriceParts } from '#contract/organisations.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import type { ClubPart } from '#web/features/orders/checkout/basket.ts'
import { fullName } from '#web/features/members/words.ts'
import { priceSentence, trialWords, vatRateWords } from '#web/features/orders/price-words.ts'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'

interface Props {
  readonly parts: readonly ClubPart[]
  readonly people: readonly Member[]
}

/** What is bought in each club, each price with its explanation, and what each club gets where there are several. */
export function PartLines({ parts, people }: Props) {
  const nameOf = (memberId: string) => people.filter(({ id }) => people.length > 1 && id === memberId).map(fullName)
  return (
    <>
      {parts.map(({ orgId, club, lines, total }) => (
        <div key={orgId} className={styles.part}>
          <Text fw={680}>{club?.name}</Text>
          {lines.map(({ row, offer }) => (
            <div key={`${row.memberId} ${offer.id}`} className={styles.line}>
              <div>
                <Text fw={620}>{offer.name}</Text>
                <Text size="sm" c="dimmed">
                  {nameOf(row.memberId)}
                </Text>
                <Text size="sm" c="dimmed">
                  {priceSentence(offer.parts)}
                </Text>
                {offer.endsTrial
                  .filter(({ memberId }) => memberId === row.memberId)
                  .map((trial) => (
                    <Text key={trial.memberId} size="sm">
                      {trialWords(trial)}
                    </Text>
                  ))}
              </div>
              <MoneyText value={offer.parts.total} />
            </div>
          ))}
          {parts.length > 1 && total && (
            <div className={styles.subtotal}>
              <span>{m.buy_club_total()}</span>
              <MoneyText value={total} />
            </div>
          )}
        </div>
      ))}
      {parts.length > 1 && (
        <Text size="sm" c="dimmed">
          {m.buy_several_clubs({ count: parts.length })}
        </Text>
      )}
    </>
  )
}

/** How a price comes about, line by line, ending in what is charged. */
export function PriceExplanation({ parts, withTotal = true }: { parts: PriceParts; withTotal?: boolean }) {
  return (
    <dl className={styles.parts}>
      <div>
        <dt>{m.price_price()}</dt>
        <dd>
          <MoneyText value={parts.price} />
        </dd>
      </div>
      <div>
        <dt>{m.price_vat({ rate: vatRateWords(parts.vatRate) })}</dt>
        <dd>
          <MoneyText value={parts.vat} />
        </dd>
      </div>
      {parts.surcharge.minor !== 0 && (
        <div>
          <dt>{m.price_surcharge()}</dt>
          <dd>
            <MoneyText value={parts.surcharge} />
          </dd>
        </div>
      )}
      {withTotal && (
        <div className={styles.priceExplanationTotal}>
          <dt>{m.price_total()}</dt>
          <dd>
            <MoneyText value={parts.total} />
          </dd>
        </div>
      )}
    </dl>
  )
}
