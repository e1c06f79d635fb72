import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconSelector, IconTrash } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
import type { EventDetail, EventPerson, PriceKind } from '#contract/event-answers.ts'
import type { Money } from '#contract/values.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { moneyOrFree, nameOfCategory } from '../words.ts'
import { gateWords, refusalWords } from '../gate-words.ts'
import { joins, standingGates } from './chosen.ts'
import styles from './registration.module.css'
import type { Registration } from './use-registration.ts'

interface Props {
  readonly event: EventDetail
  readonly person: EventPerson
  readonly registration: Registration
  /** Of the place among all that are chosen. */
  readonly index: number
  /** The person has others. */
  readonly several: boolean
}

/** A place of somebody: the price category, what it costs now, and why the server would not sell it. */
export function PlaceFields({ event, person, registration, index, several }: Props) {
  const { chosen } = registration
  const place = chosen.places[index]!
  const quoted = registration.quotedAt(chosen.memberships.length + index)
  const choice = person.choices.find(({ category }) => category === place.category)
  const refusal = quoted?.refusal
  const answer =
    quoted?.parts && quoted.priceKind ? { price: quoted.parts.price, priceKind: quoted.priceKind } : undefined
  return (
    <div className={styles.place}>
      {person.choices.length > 1 ? (
        <div className={styles.category}>
          <CategorySelect
            aria-label={m.register_category_for({ name: person.name })}
            value={place.category}
            onChange={({ currentTarget }) => registration.setCategory(index, currentTarget.value)}
            options={person.choices.map((one) => optionOf(one, event, person, registration))}
          />
        </div>
      ) : (
        <span className={styles.category}>{nameOfCategory(event, place.category)}</span>
      )}
      <div className={styles.placePrice} aria-busy={registration.price.pending}>
        {!refusal && <PriceTag event={event} choice={choice} quoted={answer} />}
      </div>
      {several && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={m.register_remove_place({ name: person.name })}
          onClick={() => registration.removePlace(index)}
        >
          <IconTrash size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {refusal && (
        <p className={styles.refused} role="alert">
          {refusalWords(refusal, { event, person })}
        </p>
      )}
    </div>
  )
}

/** What cannot be taken stays in the list, with the reason. */
function optionOf(
  choice: EventPerson['choices'][number],
  event: EventDetail,
  person: EventPerson,
  { chosen }: Registration,
) {
  const [gate] = standingGates(choice, person.memberId, chosen)
  const why = gate && gateWords(gate, { event, person }).text
  const joined = joins(chosen, person.memberId) && choice.memberOffer
  const amount = joined ? joined.price : choice.price
  return {
    value: choice.category,
    label: [nameOfCategory(event, choice.category), moneyOrFree(amount), why].filter(Boolean).join(' · '),
    disabled: gate !== undefined,
  }
}

type CategorySelectProps = ComponentPropsWithoutRef<'select'> & {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
}

/** A choice among few in the browser's own list, which is all that a row needs: fast on a phone and with the keyboard. */
export const CategorySelect = ({ options, ...props }: CategorySelectProps) => (
  <span className={styles.select}>
    <select {...props}>
      {options.map(({ value, label, disabled = false }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
    <IconSelector size={18} stroke={1.7} aria-hidden />
  </span>
)

interface PriceTagProps {
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
export function PriceTag({ event, choice, quoted }: PriceTagProps) {
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
