import { ActionIcon, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import type { MembershipConfiguration } from '#contract/organisations.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { formatMoney, formatPeriod } from '#web/ui/format.ts'
import { m } from '#words/messages.js'
import { withClub } from './basket-rows.ts'
import { isPlaceholder, stateOf, type RowState, type Shops } from './basket.ts'
import styles from './buy-membership.module.css'
import type { BasketRow, BuyValues } from './buy-values.ts'

interface Props {
  form: UseFormReturnType<BuyValues>
  /** Of the row among all of the basket. */
  index: number
  shops: Shops
  /** For whom, where the labels have to say it. */
  name: string | null
  /** The only one of this person. */
  single: boolean
  onChange: (rows: BasketRow[]) => void
  /** Null for the last row, which stays. */
  onRemove: (() => void) | null
}

/** One membership for one person: the club, what is chosen in it, and why it cannot be bought where it cannot. */
export function LineFields({ form, index, shops, name, single, onChange, onRemove }: Props) {
  const { rows } = form.values
  const row = rows[index]!
  const offers = shops.offersOf(row.orgId)
  const state = stateOf(row, rows, shops)
  const chosen = offers?.find(({ id }) => id === row.membershipConfId)
  const club = shops.clubs.find(({ id }) => id === row.orgId)?.name
  const waitsFor = row.orgId === '' ? m.buy_membership_needs_club() : offers ? null : m.loading_label()
  const alone = rows.length === 1
  const fields = {
    club: form.getInputProps(`rows.${index}.orgId`),
    what: form.getInputProps(`rows.${index}.membershipConfId`),
  }
  return (
    <div className={styles.choice} data-removable={onRemove !== null}>
      <ChoiceField
        label={m.buy_club()}
        aria-label={alone || !name ? undefined : m.buy_club_for({ name })}
        required={alone}
        data={[
          { value: '', label: m.buy_select_club() },
          ...shops.clubs.map(({ id, name: label }) => ({ value: id, label })),
        ]}
        {...fields.club}
        onChange={(event) => onChange(withClub(rows, index, event.currentTarget.value))}
      />
      <ChoiceField
        label={m.buy_membership()}
        aria-label={
          name === null
            ? undefined
            : single || !club
              ? m.buy_membership_for({ name })
              : m.buy_membership_for_at({ name, club })
        }
        required={alone}
        disabled={waitsFor !== null}
        description={waitsFor ?? (chosen && !isPlaceholder(chosen) ? offerWords(chosen) : undefined)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: m.buy_select_membership() },
          ...(offers ?? []).filter((offer) => !isPlaceholder(offer)).map((offer) => choice(offer, row, shops)),
        ]}
        {...fields.what}
      />
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          className={styles.remove ?? ''}
          onClick={onRemove}
          aria-label={
            chosen ? m.buy_remove({ what: chosen.name, name: name ?? '' }) : m.buy_remove_empty({ name: name ?? '' })
          }
        >
          <IconTrash size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      <Skipped state={state} alone={alone} words={chosen && shops.closedFor(row.memberId, chosen)?.words} />
    </div>
  )
}

const offerWords = ({ startDate, endDate, parts }: MembershipConfiguration) =>
  `${formatPeriod(startDate, endDate)} · ${formatMoney(parts.total)}`

/** What cannot be bought stays in the list, with the reason. */
function choice(offer: MembershipConfiguration, { memberId }: BasketRow, shops: Shops) {
  const closed = shops.closedFor(memberId, offer)
  return {
    value: offer.id,
    label: closed ? `${offer.name} – ${closed.words}` : offer.name,
    disabled: closed !== undefined,
  }
}

interface SkippedProps {
  state: RowState
  /** The only row: nothing is bought without it, which the form says when it is sent. */
  alone: boolean
  words: string | undefined
}

/** Why a row is not bought. */
function Skipped({ state, alone, words }: SkippedProps) {
  const why: Record<RowState, string | null> = {
    chosen: null,
    loading: null,
    empty: alone ? null : m.buy_skipped_empty(),
    closed: m.buy_skipped_closed({ reason: words ?? '' }),
    gone: m.buy_skipped_gone(),
    twice: m.buy_skipped_twice(),
  }
  return why[state] ? (
    <Text size="sm" className={styles.skipped} data-tone={state}>
      {why[state]}
    </Text>
  ) : null
}
