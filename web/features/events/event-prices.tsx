import { Badge, Box, Text } from '@mantine/core'
import type { EventDetail } from '#contract/events/answers.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { isMembersOnly, laterPriceOf, memberPriceWords, moneyOrFree, otherPriceWords, phaseWords } from './words.ts'
import { ageWords } from './requirement-words.ts'

export function EventPrices({ event }: { event: EventDetail }) {
  const { paysAsMember } = event
  const isOver = event.gates.some(({ code }) => code === 'event_over')
  return (
    <Panel title={m.event_prices()}>
      <Rows>
        {event.categories.map((category) => {
          const { id, price, memberPrice, phase, minAge, maxAge, membersOnly, places } = category
          const age = ageWords({ minAge, maxAge })
          // Only members can book, so the standard price doesn't apply.
          const asMember = membersOnly || isMembersOnly(event)
          const readsAsMember = asMember || paysAsMember
          const now = readsAsMember ? (memberPrice ?? price) : price
          return (
            <Row
              key={id}
              title={<Own of={category} field="name" />}
              aside={
                <Box ml="auto" ta="right">
                  <Text fw={680}>{moneyOrFree(now)}</Text>
                  {!asMember && memberPrice && memberPrice.minor < price.minor && (
                    <Text size="sm" c="dimmed">
                      {paysAsMember ? otherPriceWords(price) : memberPriceWords(memberPrice)}
                    </Text>
                  )}
                </Box>
              }
            >
              {age && (
                <Text size="sm" c="dimmed">
                  {age}
                </Text>
              )}
              {phase && !isOver && laterPriceOf(phase, readsAsMember).minor > now.minor && (
                <Text size="sm" c="dimmed">
                  {phaseWords(phase, { asMember: readsAsMember, timeZone: event.timeZone })}
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
            </Row>
          )
        })}
      </Rows>
    </Panel>
  )
}
