import { VisuallyHidden } from '@mantine/core'
import type { EventDetail, EventPerson, PriceKind } from '#contract/event-answers.ts'
import type { Money } from '#contract/values.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import styles from './registration.module.css'

interface Props {
  readonly event: Pick<EventDetail, 'categories'>
  readonly choice: EventPerson['choices'][number] | undefined
  /** What the basket makes of it. */
  readonly quoted?: { readonly price: Money; readonly priceKind: PriceKind } | undefined
}

const kinds: Record<PriceKind, () => string> = {
  standard: m.register_price_standard,
  member: m.register_price_member,
  member_in_basket: m.register_price_in_basket,
}

/** What a place costs somebody and why, with the standard price where theirs is lower. */
export function PriceTag({ event, choice, quoted }: Props) {
  if (!choice) return null
  const { price, priceKind } = quoted ?? choice
  const category = event.categories.find((one) => one.category === choice.category)
  const lower = category !== undefined && price.minor < category.price.minor
  return (
    <div className={styles.price}>
      <span className={styles.amount}>
        {lower && (
          <>
            <del aria-hidden className={styles.was}>
              <MoneyText value={category.price} />
            </del>{' '}
          </>
        )}
        {price.minor === 0 ? m.event_free() : <MoneyText value={price} />}
        {lower && <VisuallyHidden> {m.register_was({ price: formatMoney(category.price) })}</VisuallyHidden>}
      </span>
      {/* Where there is one price only it needs no name. */}
      {category?.memberPrice && <span className={styles.kind}>{kinds[priceKind]()}</span>}
    </div>
  )
}
