import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconInfoCircle } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { EventDetail, EventPerson } from '#contract/events/answers.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Rows } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import styles from './event-people.module.css'
import { langOfCategory, moneyOrFree, nameOfCategory, otherPriceWords, othersPay, savingOf } from './words.ts'
import { type Choice, choicesOf, type RequirementWords, joinWith } from './requirement-words.ts'

/** Each family member's bookable categories and prices, or why not. Once closed, only who has a place. */
export function EventPeople({ event }: { event: EventDetail }) {
  const isClosed = event.gates.length > 0
  const people = isClosed ? event.people.filter(({ entries }) => entries.length > 0) : event.people
  if (people.length === 0) return null
  return (
    <Panel
      title={isClosed ? m.event_family_booked() : m.event_family()}
      subtitle={isClosed || people.length === 1 ? undefined : m.event_family_explained()}
    >
      <Rows>
        {people.map((person) => (
          <Person key={person.memberId} event={event} person={person} />
        ))}
      </Rows>
    </Panel>
  )
}

function Person({ event, person }: { event: EventDetail; person: EventPerson }) {
  const { open, reasons, closed } = choicesOf(event, person)
  return (
    <li>
      <Group gap="4px 10px" mb="xs">
        <Title order={3} size="h4">
          {person.isCaller ? m.event_you({ name: person.name }) : person.name}
        </Title>
        {person.entries.map(({ entryId, categoryName, status }) => (
          <Badge key={entryId} color={status === 'paid' ? 'teal' : 'coral'}>
            {status === 'paid'
              ? m.event_has_ticket({ category: categoryName })
              : m.event_has_reserved({ category: categoryName })}
          </Badge>
        ))}
      </Group>
      <Stack component="ul" gap={6}>
        {open.map((choice) => (
          <Open key={choice.category} {...{ event, choice, person }} />
        ))}
        {reasons.map((reason) => (
          <Why key={reason.text} reason={reason} />
        ))}
        {closed.map(({ category, reason }) => (
          <Why key={category} reason={reason} category={<CategoryName {...{ event, category }} />} />
        ))}
      </Stack>
    </li>
  )
}

const CategoryName = ({ event, category }: { event: EventDetail; category: string }) => (
  <span lang={langOfCategory(event, category)}>{nameOfCategory(event, category)}</span>
)

function Open({ event, choice, person }: { event: EventDetail; choice: Choice; person: EventPerson }) {
  const { price, priceKind, memberOffer } = choice
  const others = othersPay(event, choice)
  const join = memberOffer && joinWith(memberOffer.offer, { event, person })
  return (
    <li className={styles.choice} data-open>
      <IconCheck size={18} stroke={2} aria-hidden />
      <div>
        <Text component="span">
          <CategoryName event={event} category={choice.category} />, <strong>{moneyOrFree(price)}</strong>
          {priceKind !== 'standard' && ` ${m.event_as_member()}`}
        </Text>
        {others && (
          <Text size="sm" c="dimmed">
            {otherPriceWords(others)}
          </Text>
        )}
        {memberOffer && join && (
          <Text size="sm" c="dimmed">
            {m.event_as_member_instead({
              price: moneyOrFree(memberOffer.price),
              saving: formatMoney(savingOf(choice.price, memberOffer.price)),
            })}{' '}
            <TextLink to={join.to} size="sm" fw={600}>
              {join.label}
            </TextLink>
          </Text>
        )}
      </div>
    </li>
  )
}

const Why = ({ reason: { text, next }, category }: { reason: RequirementWords; category?: ReactNode }) => (
  <li className={styles.choice}>
    <IconInfoCircle size={18} stroke={1.7} aria-hidden />
    <Text component="span" c="dimmed">
      {category}
      {category && ': '}
      {text}{' '}
      {next && (
        <TextLink to={next.to} fw={600}>
          {next.label}
        </TextLink>
      )}
    </Text>
  </li>
)
