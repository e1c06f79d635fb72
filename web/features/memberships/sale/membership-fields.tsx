import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { Member } from '#contract/members.ts'
import {
  type BasketRow,
  type BuyValues,
  type RowState,
  type Shops,
  stateOf,
  withProposal,
} from '#web/features/orders/checkout/basket.ts'
import { m } from '#words/messages.js'
import { type Removed, withoutRows } from './basket-rows.ts'
import { PeopleFields } from './people-fields.tsx'
import { SeveralRows } from './several-rows.tsx'
import { UnapprovedPeople } from '#web/features/members/family/unapproved-people.tsx'
import styles from './buy-membership.module.css'
import { LineFields } from './line-fields.tsx'
import { fullName } from '#web/features/members/words.ts'
import { PersonRows } from './person-rows.tsx'

interface Props {
  form: UseFormReturnType<BuyValues>
  shops: Shops
  /** The buyer first, then everybody for whom they may buy. */
  people: readonly Member[]
  /** Whether all of them are known. */
  peopleKnown: boolean
  buyer: Member
  wantedId: string | undefined
}

/** A single row in these needs no words beside it. */
const calmStates: ReadonlySet<RowState> = new Set(['chosen', 'empty', 'loading', 'unknown_age'])

/** For each person what is bought in which club. */
export function MembershipFields({ form, shops, people, peopleKnown, buyer, wantedId }: Props) {
  const { rows } = form.values
  const others = people.length > 1 || rows.some(({ memberId }) => memberId !== buyer.id)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [added, setAdded] = useState<number | null>(null)
  const [first] = rows
  const calm = first && rows.length === 1 && !removed && calmStates.has(stateOf(first, rows, shops))
  // Once there is more to say it stays so: fields must not change under the hands that use them.
  const [several, setSeveral] = useState(!calm)
  if (!calm && !several) setSeveral(true)

  const change = (changed: BasketRow[]) => {
    setRemoved(null)
    setAdded(null)
    const isNew = ({ memberId, orgId }: BasketRow) =>
      !rows.some((row) => row.memberId === memberId && row.orgId === orgId)
    form.setFieldValue(
      'rows',
      changed.map((row) => (isNew(row) ? withProposal(row, shops) : row)),
    )
  }
  const remove = (out: (row: BasketRow, index: number) => boolean) => {
    const [left, taken] = withoutRows(rows, out)
    change(left)
    setRemoved(taken)
  }
  const addAfter = (index: number, memberId: string) => {
    change(rows.toSpliced(index + 1, 0, { memberId, orgId: '', membershipConfId: '' }))
    setAdded(index + 1)
  }
  const addButton = (index: number, memberId: string) => (
    <Button
      variant="subtle"
      size="sm"
      className={styles.add ?? ''}
      leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
      onClick={() => addAfter(index, memberId)}
    >
      {m.buy_another_club()}
    </Button>
  )
  const person = people.find(({ id }) => id === first?.memberId)
  const isSelf = first?.memberId === buyer.id
  return (
    <Stack gap="lg">
      {peopleKnown && others && (
        <PeopleFields
          people={people}
          buyer={buyer}
          rows={rows}
          wantedId={wantedId}
          onChange={change}
          onRemove={(memberId) => remove((row) => row.memberId === memberId)}
        />
      )}
      {peopleKnown && !others && (
        <div className={styles.unapproved}>{buyer.email && <UnapprovedPeople email={buyer.email} />}</div>
      )}
      {first && !several ? (
        <PersonRows person={person} isSelf={isSelf}>
          <LineFields
            form={form}
            index={0}
            shops={shops}
            person={person}
            labels={{ membership: isSelf || !person ? undefined : m.buy_membership_for({ name: fullName(person) }) }}
            onChange={change}
          />
          {shops.choices.listed.length > 1 && first.membershipConfId !== '' && addButton(0, first.memberId)}
        </PersonRows>
      ) : (
        <SeveralRows
          form={form}
          shops={shops}
          people={people}
          buyerId={buyer.id}
          removed={removed}
          added={added}
          addButton={addButton}
          onChange={change}
          onRemove={(out) => remove((row) => row === out)}
        />
      )}
    </Stack>
  )
}
