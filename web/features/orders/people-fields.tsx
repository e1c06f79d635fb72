import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import type { BuyValues } from './buy-values.ts'
import styles from './people-fields.module.css'
import { inReach, withPerson } from './people-rows.ts'
import { personName, PersonPicture } from './person-picture.tsx'

interface Props {
  readonly people: readonly Member[]
  readonly buyerId: string
  readonly rows: BuyValues['rows']
  /** For whom the reader acts, or came to buy. */
  readonly wantedId: string | undefined
  readonly onChange: (rows: BuyValues['rows']) => void
}

/** For whom is bought: oneself, and whoever is in one's care. Somebody always is. */
export function PeopleFields({ people, buyerId, rows, wantedId, onChange }: Props) {
  const heading = useId()
  const chosen = new Set(rows.map(({ memberId }) => memberId))
  const [begunFor] = useState(wantedId)

  // The reader acts for somebody else now, who takes part in the purchase; what was chosen for others stays.
  const takeIn = useEffectEvent((memberId: string | undefined) => {
    if (memberId !== undefined && memberId !== begunFor) onChange(withPerson(rows, memberId))
  })
  useEffect(() => takeIn(wantedId), [wantedId])
  const keepOnly = useEffectEvent((known: readonly Member[]) => {
    const left = inReach(rows, known, buyerId)
    if (left !== rows) onChange(left)
  })
  useEffect(() => keepOnly(people), [people])

  const toggle = (id: string) => {
    if (!chosen.has(id)) onChange([...rows, { memberId: id, membershipConfId: '' }])
    else if (rows.length > 1) onChange(rows.filter(({ memberId }) => memberId !== id))
  }
  return (
    <div role="group" aria-labelledby={heading} hidden={people.length < 2}>
      <Text fw={540} id={heading} mb={6}>
        {m.buy_for_whom()}
      </Text>
      <div className={styles.people}>
        {people.map((person) => (
          <label key={person.id} className={styles.person} data-chosen={chosen.has(person.id)}>
            <input
              type="checkbox"
              checked={chosen.has(person.id)}
              disabled={chosen.has(person.id) && rows.length === 1}
              onChange={() => toggle(person.id)}
            />
            <PersonPicture person={person} size={30} />
            <span className={styles.name}>{person.id === buyerId ? m.buy_yourself() : personName(person)}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
