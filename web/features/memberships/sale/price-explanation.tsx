import type { PriceParts } from '#contract/organisations.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import styles from './price-explanation.module.css'
import { vatRateWords } from '#web/features/orders/price-words.ts'

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
        <div className={styles.total}>
          <dt>{m.price_total()}</dt>
          <dd>
            <MoneyText value={parts.total} />
          </dd>
        </div>
      )}
    </dl>
  )
}
