import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Member } from '#contract/members/members.ts'
import { fullName } from '#web/features/members/words.ts'
import { type BasketRow, type BuyValues, type Shops, withProposal } from './basket.ts'
import { m } from '#words/messages.js'
import { type Removed, mostRows, withoutRows, withRestored } from './basket-rows.ts'
import styles from './buy-membership.module.css'
import { MembershipChoice } from './membership-choice.tsx'
import { PeopleFields, PersonPicture } from './people-fields.tsx'

interface Props {
  readonly form: UseFormReturnType<BuyValues>
  readonly shops: Shops
  /** The buyer first, then their delegates. */
  readonly people: readonly Member[]
  /** False while the delegates are loading. */
  readonly peopleKnown: boolean
  readonly buyer: Member
  readonly preselectedId: string | undefined
}

/** Who gets which membership: the people, and for each of them a choice at each club. */
export function MembershipFields({ form, shops, people, peopleKnown, buyer, preselectedId }: Props) {
  const { rows } = form.values
  const [removed, setRemoved] = useState<Removed | null>(null)
  const several = new Set(rows.map(({ memberId }) => memberId)).size > 1

  const change = (changed: BasketRow[]) => {
    setRemoved(null)
    const isNew = ({ memberId, orgId }: BasketRow) =>
      !rows.some((row) => row.memberId === memberId && row.orgId === orgId)
    form.setFieldValue(
      'rows',
      changed.map((row) => (isNew(row) ? withProposal(row, shops) : row)),
    )
  }
  const remove = (isRemoved: (row: BasketRow) => boolean) => {
    const [left, removal] = withoutRows(rows, isRemoved)
    change(left)
    setRemoved(removal)
  }

  // Once the age is known, a membership for another age is replaced by one that fits.
  const fitAges = useEffectEvent((offersOf: Shops['offersOf']) => {
    const fitting = rows.map((row) => {
      const chosen = offersOf(row.orgId)?.find(({ id }) => id === row.membershipConfId)
      const outgrown = chosen?.closedFor.some(
        ({ memberId, reason }) => memberId === row.memberId && (reason === 'too_young' || reason === 'too_old'),
      )
      return outgrown ? withProposal({ ...row, membershipConfId: '' }, shops) : row
    })
    if (fitting.every((row, at) => row === rows[at])) return
    form.setFieldValue('rows', fitting)
  })
  useEffect(() => fitAges(shops.offersOf), [shops.offersOf])

  return (
    <Stack gap="md">
      {peopleKnown && (
        <PeopleFields
          people={people}
          buyer={buyer}
          rows={rows}
          preselectedId={preselectedId}
          onChange={change}
          onRemove={(memberId) => remove((row) => row.memberId === memberId)}
        />
      )}
      <RemovedNote removed={removed} people={people} onUndo={() => removed && change(withRestored(rows, removed))} />
      {[...Map.groupBy(rows, ({ memberId }) => memberId)].map(([memberId, lines]) => {
        const person = people.find(({ id }) => id === memberId)
        const clubs = [...new Set(lines.map(({ orgId }) => orgId))]
        const name = person ? fullName(person) : ''
        return (
          <Stack key={memberId} gap="sm" role="group" aria-label={name} data-boxed={several} className={styles.person}>
            {(several || memberId !== buyer.id) && person && (
              <Group gap="sm" wrap="nowrap">
                <PersonPicture person={person} size={36} />
                <Text fw={620}>{name}</Text>
              </Group>
            )}
            {clubs.map((orgId, at) => (
              <MembershipChoice
                // Another club in its place keeps the focus.
                key={at}
                form={form}
                shops={shops}
                memberId={memberId}
                orgId={orgId}
                person={person}
                isSelf={memberId === buyer.id}
                folds={several}
                onChange={change}
                onAddClub={
                  shops.clubs.length > clubs.length && lines.every(isChosen) && rows.length < mostRows
                    ? () => change([...rows, { memberId, orgId: '', membershipConfId: '' }])
                    : null
                }
                onRemove={
                  clubs.length > 1 ? () => remove((row) => row.memberId === memberId && row.orgId === orgId) : null
                }
              />
            ))}
          </Stack>
        )
      })}
    </Stack>
  )
}

const isChosen = ({ membershipConfId }: BasketRow) => membershipConfId !== ''

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
