import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { EventDetail, EventPerson } from '#contract/event-answers.ts'
import { m } from '#words/messages.js'
import { moneyOrFree, nameOfCategory } from '../event-words.ts'
import { gateWords } from '../gate-words.ts'
import { CategorySelect } from './category-select.tsx'
import { joins, standingGates } from './chosen.ts'
import { PriceTag } from './price-tag.tsx'
import { refusalWords } from './refusal-words.ts'
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
