import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { UnapprovedPeople } from '#web/features/members/family/unapproved-people.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { inReach, mostRows, withPerson } from './basket-rows.ts'
import type { BasketRow } from '#web/features/orders/checkout/basket.ts'
import styles from './people-fields.module.css'
import { fullName } from '#web/features/members/words.ts'
import { PersonPicture } from './person-rows.tsx'

interface Props {
  readonly people: readonly Member[]
  readonly buyer: Member
  readonly rows: BasketRow[]
  /** For whom the reader acts, or came to buy. */
  readonly wantedId: string | undefined
  readonly onChange: (rows: BasketRow[]) => void
  readonly onRemove: (memberId: string) => void
}

/** For whom is bought: oneself, and whoever is in one's care. Somebody always is. */
export function PeopleFields({ people, buyer, rows, wantedId, onChange, onRemove }: Props) {
  const heading = useId()
  const chosen = new Set(rows.map(({ memberId }) => memberId))
  const [begunFor] = useState(wantedId)

  // The reader acts for somebody else now, who takes part in the purchase; what was chosen for others stays.
  const takeIn = useEffectEvent((memberId: string | undefined) => {
    if (memberId !== undefined && memberId !== begunFor) onChange(withPerson(rows, memberId))
  })
  useEffect(() => takeIn(wantedId), [wantedId])
  const keepOnly = useEffectEvent((known: readonly Member[]) => {
    const left = inReach(rows, known, buyer.id)
    if (left !== rows) onChange(left)
  })
  useEffect(() => keepOnly(people), [people])

  const toggle = (memberId: string) => {
    if (!chosen.has(memberId)) onChange([...rows, { memberId, orgId: rows.at(-1)?.orgId ?? '', membershipConfId: '' }])
    else if (chosen.size > 1) onRemove(memberId)
  }
  return (
    <div role="group" aria-labelledby={heading}>
      <Text fw={540} id={heading} mb={6}>
        {m.buy_for_whom()}
      </Text>
      <div className={styles.people}>
        {people.map((person) => (
          <label key={person.id} className={styles.person} data-chosen={chosen.has(person.id)}>
            <input
              type="checkbox"
              checked={chosen.has(person.id)}
              disabled={chosen.has(person.id) ? chosen.size === 1 : rows.length >= mostRows}
              onChange={() => toggle(person.id)}
            />
            <PersonPicture person={person} size={30} />
            <span className={styles.name}>{person.id === buyer.id ? m.buy_yourself() : fullName(person)}</span>
          </label>
        ))}
        {buyer.email && <UnapprovedPeople email={buyer.email} />}
      </div>
      <Text size="sm" c="dimmed" mt={8}>
        {m.buy_somebody_missing()} <TextLink to={paths.participants()}>{m.buy_add_person()}</TextLink>
      </Text>
    </div>
  )
}
