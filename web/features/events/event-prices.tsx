import { Badge, Text } from '@mantine/core'
import type { EventDetail } from '#contract/event-answers.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import styles from './event-prices.module.css'
import { isMembersOnly, memberPriceWords, moneyOrFree } from './words.ts'
import { ageWords } from './gate-words.ts'

/** What an event costs, by category, and for whom each is. */
export function EventPrices({ event }: { event: EventDetail }) {
  const isOver = event.gates.some(({ code }) => code === 'event_over')
  return (
    <Panel title={m.event_prices()}>
      <ul className={styles.list}>
        {event.categories.map(({ id, name, price, memberPrice, minAge, maxAge, membersOnly, places }) => {
          const age = ageWords({ minAge, maxAge })
          // Nobody pays the other price where only members come.
          const asMember = membersOnly || isMembersOnly(event)
          return (
            <li key={id} className={styles.row}>
              <div className={styles.words}>
                <Text fw={620}>{name}</Text>
                {age && (
                  <Text size="sm" c="dimmed">
                    {age}
                  </Text>
                )}
                {membersOnly && <Badge color="gray">{m.event_members_only()}</Badge>}
                {isOver ? null : places.left === 0 ? (
                  <Badge color="gray">{m.event_state_full()}</Badge>
                ) : (
                  places.capacity !== null &&
                  places.left !== null && (
                    <Text size="sm" c="dimmed">
                      {m.event_places_left({ count: places.left })}
                    </Text>
                  )
                )}
              </div>
              <div className={styles.price}>
                <Text fw={680}>{moneyOrFree(asMember ? (memberPrice ?? price) : price)}</Text>
                {!asMember && memberPrice && memberPrice.minor < price.minor && (
                  <Text size="sm" c="dimmed">
                    {memberPriceWords(memberPrice)}
                  </Text>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
