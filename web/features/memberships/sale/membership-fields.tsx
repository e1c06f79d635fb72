import { Button, Chip, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Member } from '#contract/members.ts'
import {
  type BasketRow,
  type BuyValues,
  type RowState,
  type Shops,
  stateOf,
  withProposal,
} from '#web/features/orders/checkout/basket.ts'
import { UnapprovedPeople } from '#web/features/members/family/unapproved-people.tsx'
import { fullName } from '#web/features/members/words.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { forOwnFamily, mostRows, type Removed, withoutRows, withPerson } from './basket-rows.ts'
import { BasketRowsForm } from './basket-rows-form.tsx'
import { LineFields, PersonPicture, PersonRows } from './person-rows.tsx'
import styles from './buy-membership.module.css'

interface Props {
  form: UseFormReturnType<BuyValues>
  shops: Shops
  /** The buyer first, then their delegates. */
  people: readonly Member[]
  /** False while the delegates are loading. */
  peopleKnown: boolean
  buyer: Member
  wantedId: string | undefined
}

/** States in which a single row needs no explanation. */
const simpleStates: ReadonlySet<RowState> = new Set(['chosen', 'empty', 'loading', 'unknown_age'])

export function MembershipFields({ form, shops, people, peopleKnown, buyer, wantedId }: Props) {
  const { rows } = form.values
  const others = people.length > 1 || rows.some(({ memberId }) => memberId !== buyer.id)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [added, setAdded] = useState<number | null>(null)
  const [first] = rows
  const simple = first && rows.length === 1 && !removed && simpleStates.has(stateOf(first, rows, shops))
  // Never goes back to the simple form: fields must not move while in use.
  const [several, setSeveral] = useState(!simple)
  if (!simple && !several) setSeveral(true)

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
    const [left, removal] = withoutRows(rows, out)
    change(left)
    setRemoved(removal)
  }
  const addAfter = (index: number, memberId: string) => {
    change(rows.toSpliced(index + 1, 0, { memberId, orgId: '', membershipConfId: '' }))
    setAdded(index + 1)
  }
  const addButton = (index: number, memberId: string) => (
    <Button
      variant="subtle"
      size="sm"
      ml={-8}
      ta="left"
      style={{ alignSelf: 'flex-start' }}
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
        <Group gap="xs" className={styles.unapproved ?? ''}>
          {buyer.email && <UnapprovedPeople email={buyer.email} />}
        </Group>
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
        <BasketRowsForm
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

interface PeopleFieldsProps {
  readonly people: readonly Member[]
  readonly buyer: Member
  readonly rows: BasketRow[]
  /** The member acted for, or the one in the URL. */
  readonly wantedId: string | undefined
  readonly onChange: (rows: BasketRow[]) => void
  readonly onRemove: (memberId: string) => void
}

/** Chooses who to buy for: the buyer and their delegates, at least one. */
function PeopleFields({ people, buyer, rows, wantedId, onChange, onRemove }: PeopleFieldsProps) {
  const heading = useId()
  const chosen = new Set(rows.map(({ memberId }) => memberId))
  const [initialId] = useState(wantedId)

  // The current user now acts for somebody else: add them to the basket.
  const addWanted = useEffectEvent((memberId: string | undefined) => {
    if (memberId !== undefined && memberId !== initialId) onChange(withPerson(rows, memberId))
  })
  useEffect(() => addWanted(wantedId), [wantedId])
  const removeOthers = useEffectEvent((known: readonly Member[]) => {
    const left = forOwnFamily(rows, known, buyer.id)
    if (left !== rows) onChange(left)
  })
  useEffect(() => removeOthers(people), [people])

  const toggle = (memberId: string) => {
    if (!chosen.has(memberId)) onChange([...rows, { memberId, orgId: rows.at(-1)?.orgId ?? '', membershipConfId: '' }])
    else if (chosen.size > 1) onRemove(memberId)
  }
  return (
    <div role="group" aria-labelledby={heading}>
      <Text fw={540} id={heading} mb={6}>
        {m.buy_for_whom()}
      </Text>
      <Group gap="xs">
        {people.map((person) => (
          <Chip
            key={person.id}
            checked={chosen.has(person.id)}
            // At least one person stays chosen.
            aria-disabled={(chosen.has(person.id) && chosen.size === 1) || undefined}
            disabled={!chosen.has(person.id) && rows.length >= mostRows}
            onChange={() => toggle(person.id)}
          >
            <Group component="span" gap="xs" wrap="nowrap">
              <PersonPicture person={person} size={28} />
              <span>{person.id === buyer.id ? m.buy_yourself() : fullName(person)}</span>
            </Group>
          </Chip>
        ))}
        {buyer.email && <UnapprovedPeople email={buyer.email} />}
      </Group>
      <Text size="sm" c="dimmed" mt={8}>
        {m.buy_somebody_missing()} <TextLink to={paths.participants()}>{m.buy_add_person()}</TextLink>
      </Text>
    </div>
  )
}
