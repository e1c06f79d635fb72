import { Text } from '@mantine/core'
import type { Member } from '#contract/members.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import type { ClubPart } from '#web/features/orders/checkout/basket.ts'
import styles from './buy-membership.module.css'
import { personName } from './person-picture.tsx'
import { priceSentence, trialWords } from '#web/features/orders/price-words.ts'

interface Props {
  readonly parts: readonly ClubPart[]
  readonly people: readonly Member[]
}

/** What is bought in each club, each price with its explanation, and what each club gets where there are several. */
export function PartLines({ parts, people }: Props) {
  const nameOf = (memberId: string) => people.filter(({ id }) => people.length > 1 && id === memberId).map(personName)
  return (
    <>
      {parts.map(({ orgId, club, lines, total }) => (
        <div key={orgId} className={styles.part}>
          <Text fw={680}>{club?.name}</Text>
          {lines.map(({ row, offer }) => (
            <div key={`${row.memberId} ${offer.id}`} className={styles.line}>
              <div>
                <Text fw={620}>{offer.name}</Text>
                <Text size="sm" c="dimmed">
                  {nameOf(row.memberId)}
                </Text>
                <Text size="sm" c="dimmed">
                  {priceSentence(offer.parts)}
                </Text>
                {offer.endsTrial
                  .filter(({ memberId }) => memberId === row.memberId)
                  .map((trial) => (
                    <Text key={trial.memberId} size="sm">
                      {trialWords(trial)}
                    </Text>
                  ))}
              </div>
              <MoneyText value={offer.parts.total} />
            </div>
          ))}
          {parts.length > 1 && total && (
            <div className={styles.subtotal}>
              <span>{m.buy_club_total()}</span>
              <MoneyText value={total} />
            </div>
          )}
        </div>
      ))}
      {parts.length > 1 && (
        <Text size="sm" c="dimmed">
          {m.buy_several_clubs({ count: parts.length })}
        </Text>
      )}
    </>
  )
}
