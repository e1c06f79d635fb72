import { ActionIcon, Box, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '#web/ui/icons/index.ts'
import type { EventDetail, EventPerson, PriceKind } from '#contract/events/answers.ts'
import type { Money } from '#contract/values.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText, PriceText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { langOfCategory, moneyOrFree, nameOfCategory } from '../words.ts'
import { requirementWords } from '../requirement-words.ts'
import { refusalWords } from './quote.ts'
import { membershipFor, openRequirements } from './chosen.ts'
import styles from './registration.module.css'
import type { Registration } from './use-registration.ts'

interface Props {
  readonly event: EventDetail
  readonly person: EventPerson
  readonly registration: Registration
  /** Index in all selected places. */
  readonly index: number
  readonly several: boolean
}

export function PlaceFields({ event, person, registration, index, several }: Props) {
  const { chosen } = registration
  const place = chosen.places[index]!
  const quoted = registration.quotedAt(chosen.memberships.length + index)
  const choice = person.choices.find(({ category }) => category === place.category)
  const refusal = quoted?.refusal
  const answer =
    quoted?.parts && quoted.priceKind ? { price: quoted.parts.price, priceKind: quoted.priceKind } : undefined
  return (
    <Group gap="8px 16px" mih={44}>
      {person.choices.length > 1 ? (
        <ChoiceField
          flex="1 1 200px"
          aria-label={m.register_category_for({ name: person.name })}
          value={place.category}
          onChange={({ currentTarget }) => registration.setCategory(index, currentTarget.value)}
          data={person.choices.map((one) => optionOf(one, event, person, registration))}
        />
      ) : (
        <Text flex="1 1 200px" lang={langOfCategory(event, place.category)}>
          {nameOfCategory(event, place.category)}
        </Text>
      )}
      <Box miw={96} maw={200} ml="auto" aria-busy={registration.price.pending}>
        {!refusal && <PriceTag event={event} choice={choice} quoted={answer} />}
      </Box>
      {several && (
        <ActionIcon
          size={44}
          aria-label={m.register_remove_place({ name: person.name })}
          onClick={() => registration.removePlace(index)}
        >
          <IconTrash size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {refusal && (
        <Text role="alert" flex="1 1 100%" fz={15} fw={620} c="var(--mantine-color-coral-light-color)">
          {refusalWords(refusal, { event, person })}
        </Text>
      )}
    </Group>
  )
}

/** Closed categories are listed with the reason. */
function optionOf(
  choice: EventPerson['choices'][number],
  event: EventDetail,
  person: EventPerson,
  { chosen }: Registration,
) {
  const [rule] = openRequirements(choice, person.memberId, chosen)
  const why = rule && requirementWords(rule, { event, person }).text
  const joined = membershipFor(chosen, person.memberId) && choice.memberOffer
  const amount = joined ? joined.price : choice.price
  return {
    value: choice.category,
    label: [nameOfCategory(event, choice.category), moneyOrFree(amount), why].filter(Boolean).join(' · '),
    disabled: rule !== undefined,
  }
}

interface PriceTagProps {
  readonly event: Pick<EventDetail, 'categories'>
  readonly choice: EventPerson['choices'][number] | undefined
  /** Price in the current quote. */
  readonly quoted?: { readonly price: Money; readonly priceKind: PriceKind } | undefined
}

const kinds: Record<PriceKind, () => string> = {
  standard: m.register_price_standard,
  member: m.register_price_member,
  member_in_basket: m.register_price_in_basket,
}

/** A person's price and its kind, with the standard price if theirs is lower. */
export function PriceTag({ event, choice, quoted }: PriceTagProps) {
  if (!choice) return null
  const { price, priceKind } = quoted ?? choice
  const category = event.categories.find((one) => one.category === choice.category)
  const lower = category !== undefined && price.minor < category.price.minor
  return (
    <div className={styles.price}>
      <Text span fw={680}>
        {lower && (
          <>
            <Text component="del" td="line-through" c="dimmed" fw={500} aria-hidden>
              <MoneyText value={category.price} />
            </Text>{' '}
          </>
        )}
        <PriceText value={price} />
        {lower && <VisuallyHidden> {m.register_was({ price: formatMoney(category.price) })}</VisuallyHidden>}
      </Text>
      {/* With a single price, its kind needs no label. */}
      {category?.memberPrice && (
        <Text size="sm" c="dimmed">
          {kinds[priceKind]()}
        </Text>
      )}
    </div>
  )
}
