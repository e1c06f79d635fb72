import { Badge, Box, Group, ProgressRoot, ProgressSection, Text } from '@mantine/core'
import { IconCalendarEvent, IconLock, IconMapPin } from '#web/ui/icons/index.ts'
import type { EventFacts, EventSummary } from '#contract/events/answers.ts'
import { clubOf, colourOf } from '#web/api/club-urls.ts'
import { pictureOf } from '#web/api/event-urls.ts'
import { paths } from '#web/paths.ts'
import { CoverCard } from '#web/ui/cards/cover-card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { chipOf, whenWords } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { Where } from './where.tsx'
import { m } from '#words/messages.js'
import { Kind } from './kinds.tsx'
import { fillingOf, isMembersOnly, priceWords, stateWords } from './words.ts'

interface Props {
  readonly event: EventSummary
  /** The family may book members-only events. */
  readonly member?: boolean
  /** An unpaid order already holds a place. */
  readonly hasUnpaidOrder?: boolean
  /** Near the top of the page: loads its picture eagerly. */
  readonly first?: boolean
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** An event's picture, title, day and place, for each of its cards. */
export const coverOf = (event: EventFacts, when: string) => ({
  colour: colourOf(clubOf(event)),
  picture: pictureOf(event),
  title: <Own of={event} field="title" />,
  tag: event.kind && <Kind kind={event.kind} />,
  chip: chipOf(event),
  facts: [
    { icon: <IconCalendarEvent {...icon} />, text: when },
    { icon: <IconMapPin {...icon} />, text: <Where event={event} /> },
  ],
})

/** When it is, and how many more dates its series has. */
const datesWords = (event: EventSummary) =>
  [whenWords(event, 'short'), event.otherDates && m.series_more({ count: event.otherDates })].filter(Boolean).join(' ')

/** A coming event in a list. */
export function EventCard({ event, member = false, hasUnpaidOrder = false, first = false }: Props) {
  const { id, orgKey, title } = event
  const state = stateWords(event, new Date())
  const filling = fillingOf(event.places)
  const price = priceWords(event)
  const to = paths.event(orgKey, id)
  const membersOnly = isMembersOnly(event)
  return (
    <CoverCard
      {...coverOf(event, datesWords(event))}
      first={first}
      to={to}
      action={
        <Group flex={1} gap="sm" justify="space-between">
          <Box flex="1 1 6rem" lh={1.3}>
            <Text inherit fz={17} fw={680}>
              {price.price}
            </Text>
            <Text inherit fz={13} c="dimmed">
              {price.beside}
            </Text>
          </Box>
          {state.registers && !hasUnpaidOrder && (member || !membersOnly) ? (
            <ButtonLink to={paths.registerForEvent(orgKey, id)} aria-label={m.event_register_for({ title })}>
              {m.event_register()}
            </ButtonLink>
          ) : (
            <ButtonLink
              to={to}
              variant={event.tickets > 0 ? 'light' : 'default'}
              aria-label={m.event_see_of({ title })}
            >
              {m.event_see()}
            </ButtonLink>
          )}
        </Group>
      }
    >
      <Group gap="6px 10px" mt="auto" fz="sm" c="dimmed">
        {filling ? <span>{filling.label}</span> : !membersOnly && <span>{m.event_unlimited()}</span>}
        <Group component="span" gap={6} ml="auto">
          {membersOnly && (
            <Badge color="gray" leftSection={<IconLock size={12} stroke={2} aria-hidden />}>
              {m.event_members_only()}
            </Badge>
          )}
          <Badge color={state.color}>{state.label}</Badge>
        </Group>
      </Group>
      {filling && (
        <ProgressRoot size={6} aria-hidden>
          <ProgressSection value={filling.share * 100} color={filling.color} />
        </ProgressRoot>
      )}
    </CoverCard>
  )
}
