import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseFormReturnType } from '@mantine/form'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import { withoutRows, withRestored, type Removed } from './basket-rows.ts'
import type { Shops } from './basket.ts'
import styles from './buy-membership.module.css'
import type { BasketRow, BuyValues } from './buy-values.ts'
import { LineFields } from './line-fields.tsx'
import { personName, PersonPicture } from './person-picture.tsx'

const PeopleFields = lazy(async () => ({ default: (await import('./people-fields.tsx')).PeopleFields }))

interface Props {
  form: UseFormReturnType<BuyValues>
  shops: Shops
  /** The buyer first, then everybody for whom they may buy. */
  people: readonly Member[]
  /** Whether all of them are known. */
  peopleKnown: boolean
  buyerId: string
  wantedId: string | undefined
  unapproved: ReactNode
}

/** For each person what is bought in which club. */
export function MembershipFields({ form, shops, people, peopleKnown, buyerId, wantedId, unapproved }: Props) {
  const { rows } = form.values
  // Most members buy for themselves.
  const others = people.length > 1 || rows.some(({ memberId }) => memberId !== buyerId)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const change = (changed: BasketRow[]) => {
    setRemoved(null)
    form.setFieldValue('rows', changed)
  }
  const remove = (out: (row: BasketRow, index: number) => boolean) => {
    const [left, taken] = withoutRows(rows, out)
    setRemoved(taken)
    form.setFieldValue('rows', left)
  }
  const numbered = rows.map((row, index) => ({ row, index }))
  return (
    <Stack gap="lg">
      {peopleKnown && others && (
        <Suspense fallback={<Skeleton height={102} radius="md" />}>
          <PeopleFields
            people={people}
            buyerId={buyerId}
            rows={rows}
            wantedId={wantedId}
            unapproved={unapproved}
            onChange={change}
            onRemove={(memberId) => remove((row) => row.memberId === memberId)}
          />
        </Suspense>
      )}
      <RemovedNote removed={removed} people={people} onUndo={() => removed && change(withRestored(rows, removed))} />
      {peopleKnown && !others && <div className={styles.unapproved}>{unapproved}</div>}
      {[...Map.groupBy(numbered, ({ row }) => row.memberId)].map(([memberId, lines]) => {
        const person = people.find(({ id }) => id === memberId)
        const name = person ? personName(person) : ''
        const mayAdd = shops.clubs.length > 1 && lines.every(({ row }) => row.membershipConfId !== '')
        return (
          <div key={memberId} className={styles.person} role="group" aria-label={name}>
            <Group gap="sm" wrap="nowrap">
              {person && <PersonPicture person={person} size={44} />}
              <div className={styles.personName}>
                <Text fw={620}>{name}</Text>
                {memberId === buyerId && (
                  <Text size="sm" c="dimmed">
                    {m.buy_yourself()}
                  </Text>
                )}
              </div>
            </Group>
            {lines.map(({ row, index }) => (
              <LineFields
                key={index}
                form={form}
                index={index}
                shops={shops}
                name={memberId === buyerId && rows.length === 1 ? null : name}
                single={lines.length === 1}
                onChange={change}
                onRemove={rows.length > 1 ? () => remove((one) => one === row) : null}
              />
            ))}
            {mayAdd && (
              <Button
                variant="subtle"
                size="sm"
                className={styles.add ?? ''}
                leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
                onClick={() =>
                  change(rows.toSpliced(lines.at(-1)!.index + 1, 0, { memberId, orgId: '', membershipConfId: '' }))
                }
              >
                {m.buy_another_club()}
              </Button>
            )}
          </div>
        )
      })}
    </Stack>
  )
}

interface RemovedProps {
  removed: Removed | null
  people: readonly Member[]
  onUndo: () => void
}

/** Says what was taken out a moment ago, and brings it back. */
function RemovedNote({ removed, people, onUndo }: RemovedProps) {
  const undo = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone with its row.
  useEffect(() => {
    if (removed && document.activeElement === document.body) undo.current?.focus()
  }, [removed])
  const person = people.find(({ id }) => id === removed?.rows[0]?.row.memberId)
  return (
    <div role="status" hidden={!removed}>
      {removed && (
        <div className={styles.removed}>
          <Text size="sm">{m.buy_removed({ name: person ? personName(person) : '' })}</Text>
          <Button ref={undo} variant="light" size="compact-md" onClick={onUndo}>
            {m.action_undo()}
          </Button>
        </div>
      )}
    </div>
  )
}
