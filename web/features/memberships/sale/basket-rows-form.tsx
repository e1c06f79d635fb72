import { ActionIcon, Button, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Member } from '#contract/members.ts'
import {
  type BasketRow,
  type BuyValues,
  type RowState,
  type Shops,
  stateOf,
} from '#web/features/orders/checkout/basket.ts'
import { fullName } from '#web/features/members/words.ts'
import { m } from '#words/messages.js'
import { mostRows, type Removed, withRestored } from './basket-rows.ts'
import styles from './buy-membership.module.css'
import { LineFields, PersonRows } from './person-rows.tsx'

interface Props {
  readonly form: UseFormReturnType<BuyValues>
  readonly shops: Shops
  readonly people: readonly Member[]
  readonly buyerId: string
  /** The last removal, which can be undone. */
  readonly removed: Removed | null
  /** Index of the row added last. */
  readonly added: number | null
  readonly addButton: (after: number, memberId: string) => ReactNode
  readonly onChange: (rows: BasketRow[]) => void
  readonly onRemove: (row: BasketRow) => void
}

/** The basket's rows, grouped by person. Each can be removed, and shows why it is skipped. */
export function BasketRowsForm({ form, shops, people, buyerId, removed, added, addButton, onChange, onRemove }: Props) {
  const { rows } = form.values
  const numbered = rows.map((row, index) => ({ row, index }))
  return (
    <>
      <RemovedNote removed={removed} people={people} onUndo={() => removed && onChange(withRestored(rows, removed))} />
      {[...Map.groupBy(numbered, ({ row }) => row.memberId)].map(([memberId, lines]) => {
        const person = people.find(({ id }) => id === memberId)
        const name = person ? fullName(person) : ''
        const chosen = lines.every(({ row }) => row.membershipConfId !== '')
        return (
          <PersonRows key={memberId} person={person} isSelf={memberId === buyerId}>
            {lines.map(({ row, index }) => (
              <LineFields
                key={index}
                form={form}
                index={index}
                shops={shops}
                person={person}
                labels={labelsOf(row, name, lines.length === 1, shops)}
                focused={index === added}
                onChange={onChange}
              >
                {rows.length > 1 && <RemoveButton row={row} name={name} shops={shops} onRemove={onRemove} />}
                <Skipped row={row} rows={rows} shops={shops} />
              </LineFields>
            ))}
            {shops.choices.listed.length > 1 &&
              chosen &&
              rows.length < mostRows &&
              addButton(lines.at(-1)!.index, memberId)}
          </PersonRows>
        )
      })}
    </>
  )
}

/** Labels name the person, and the club if a person has several rows. */
function labelsOf({ orgId }: BasketRow, name: string, single: boolean, { clubs }: Shops) {
  const club = clubs.find(({ id }) => id === orgId)?.name
  return {
    club: m.buy_club_for({ name }),
    membership: single || !club ? m.buy_membership_for({ name }) : m.buy_membership_for_at({ name, club }),
  }
}

interface LineProps {
  readonly row: BasketRow
  readonly shops: Shops
}

type RemoveProps = LineProps & { readonly name: string; readonly onRemove: (row: BasketRow) => void }

function RemoveButton({ row, name, shops, onRemove }: RemoveProps) {
  const what = shops.offersOf(row.orgId)?.find(({ id }) => id === row.membershipConfId)?.name
  return (
    <ActionIcon
      className={styles.remove ?? ''}
      onClick={() => onRemove(row)}
      aria-label={what ? m.buy_remove({ what, name }) : m.buy_remove_empty({ name })}
    >
      <IconTrash size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

/** Why a row is not bought. */
function Skipped({ row, rows, shops }: LineProps & { readonly rows: readonly BasketRow[] }) {
  const state = stateOf(row, rows, shops)
  const offer = shops.offersOf(row.orgId)?.find(({ id }) => id === row.membershipConfId)
  const why: Record<RowState, () => string | null> = {
    chosen: () => null,
    loading: () => null,
    // An empty form has its own message.
    empty: () => (rows.length === 1 ? null : m.buy_skipped_empty()),
    closed: () => m.buy_skipped_closed({ reason: (offer && shops.closedFor(row.memberId, offer)?.words) ?? '' }),
    gone: m.buy_skipped_gone,
    twice: m.buy_skipped_twice,
    // The row has a field for the birth date.
    unknown_age: () => null,
  }
  const words = why[state]()
  return words ? (
    <Text
      size="sm"
      {...(state === 'empty' ? { c: 'dimmed' } : { c: 'var(--mantine-color-coral-light-color)', fw: 620 })}
      style={{ gridColumn: '1 / -1' }}
    >
      {words}
    </Text>
  ) : null
}

interface RemovedProps {
  readonly removed: Removed | null
  readonly people: readonly Member[]
  readonly onUndo: () => void
}

function RemovedNote({ removed, people, onUndo }: RemovedProps) {
  const undo = useRef<HTMLButtonElement>(null)
  // The pressed button was removed with its row.
  useEffect(() => {
    if (removed && document.activeElement === document.body) undo.current?.focus()
  }, [removed])
  const person = people.find(({ id }) => id === removed?.rows[0]?.row.memberId)
  return (
    <div role="status" hidden={!removed}>
      {removed && (
        <Group justify="space-between" gap="8px 16px" p="10px 16px" bd="1px dashed var(--app-line)" bdrs="md">
          <Text size="sm">{m.buy_removed({ name: person ? fullName(person) : '' })}</Text>
          <Button ref={undo} variant="light" size="compact-md" onClick={onUndo}>
            {m.action_undo()}
          </Button>
        </Group>
      )}
    </div>
  )
}
