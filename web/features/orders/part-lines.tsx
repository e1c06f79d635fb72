import { Text } from '@mantine/core'
import type { Member } from '#contract/members.ts'
import { MoneyText } from '#web/ui/money-text.tsx'
import { m } from '#words/messages.js'
import type { ClubPart } from './basket.ts'
import styles from './buy-membership.module.css'
import { personName } from './person-picture.tsx'
import { PriceExplanation } from './price-explanation.tsx'
import { priceSentence } from './price-words.ts'

interface Props {
  readonly part: ClubPart
  readonly people: readonly Member[]
  /** The price part by part, where there is only one. */
  readonly explained: boolean
  /** With what the club gets in all. */
  readonly summed: boolean
}

/** What is bought in one club, each price with its explanation. */
export function PartLines({ part, people, explained, summed }: Props) {
  const { club, lines, total } = part
  const nameOf = (memberId: string) => people.filter(({ id }) => people.length > 1 && id === memberId).map(personName)
  if (explained)
    return lines.map(({ row, offer }) => (
      <div key={row.memberId}>
        <Text fw={620}>{offer.name}</Text>
        <Text size="sm" c="dimmed" mb="xs">
          {[...nameOf(row.memberId), club?.name].join(' · ')}
        </Text>
        <PriceExplanation parts={offer.parts} withTotal={false} />
      </div>
    ))
  return (
    <div className={styles.part}>
      <Text fw={680}>{club?.name}</Text>
      {lines.map(({ row, offer }) => (
        <div key={`${row.memberId} ${offer.id}`} className={styles.line}>
          <div>
            <Text fw={620}>{[...nameOf(row.memberId), offer.name].join(' · ')}</Text>
            <Text size="sm" c="dimmed">
              {priceSentence(offer.parts)}
            </Text>
          </div>
          <MoneyText value={offer.parts.total} />
        </div>
      ))}
      {summed && total && (
        <div className={styles.subtotal}>
          <span>{m.buy_club_total()}</span>
          <MoneyText value={total} />
        </div>
      )}
    </div>
  )
}
