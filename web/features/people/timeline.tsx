import { Badge, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconHistory } from '#web/ui/icons/index.ts'
import { useId, useState } from 'react'
import type { TimelineEntry, TimelineKind } from '#contract/people/timeline.ts'
import { PagedRows } from '#web/parts/paged-rows.tsx'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { PeopleChips } from '#web/ui/fields/people-chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { dayHeading, formatMoney, formatPeriod, formatTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { timelineQuery, type Whose } from './queries.ts'
import { kindWords, noteKindWords, stateBadge, titleWords } from './timeline-words.ts'

/** Everything between a person and the club, newest first, as far as the reader's rights reach. */
export function PersonTimeline({ whose }: { readonly whose: Whose }) {
  const [kind, choose] = useState<TimelineKind>()
  const [now] = useState(() => new Date())
  const pages = useInfiniteQuery(timelineQuery(whose, kind))
  const kinds = pages.data?.pages[0]?.kinds ?? []
  return (
    <Stack gap="md">
      <PeopleChips
        legend={m.person_timeline_filter()}
        people={[
          { value: null, label: m.person_timeline_all() },
          ...kinds.map((one) => ({ value: one, label: kindWords[one]() })),
        ]}
        value={kind ?? null}
        onChange={(value) => choose((value ?? undefined) as typeof kind)}
      />
      <PagedRows
        pages={pages}
        rowsOf={({ entries }) => entries}
        onClear={kind && (() => choose(undefined))}
        empty={
          <EmptyState icon={<IconHistory size={40} stroke={1.5} />} title={m.person_timeline_empty_title()}>
            {m.person_timeline_empty()}
          </EmptyState>
        }
      >
        {(entries) =>
          [...Map.groupBy(entries, ({ at }) => dayHeading(at, now))].map(([day, ofDay]) => (
            <Day key={day} name={day} entries={ofDay} whose={whose} />
          ))
        }
      </PagedRows>
    </Stack>
  )
}

function Day({ name, entries, whose }: { name: string; entries: readonly TimelineEntry[]; whose: Whose }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading} mb={8}>
        {name}
      </Title>
      <Panel py={4}>
        <Rows>
          {entries.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} whose={whose} />
          ))}
        </Rows>
      </Panel>
    </section>
  )
}

function Entry({ entry, whose }: { entry: TimelineEntry; whose: Whose }) {
  const { kind, at, amount, days, by, name } = entry
  const badge = stateBadge(entry)
  const title = titleWords(entry) ?? <Own of={entry} field="title" />
  const to = linkOf(entry, whose)
  const facts = [
    formatTime(at),
    kind === 'note' ? noteKindWords[name as keyof typeof noteKindWords]() : kindWords[kind](),
    days && formatPeriod(days.startDate, days.endDate),
    amount && formatMoney(amount),
    kind === 'message' ? null : by,
  ]
  return (
    <Row
      data-list-row
      tabIndex={-1}
      title={
        to ? (
          <TextLink to={to} inherit>
            {title}
          </TextLink>
        ) : (
          title
        )
      }
      aside={badge && <Badge color={badge.color}>{badge.label}</Badge>}
    >
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </Row>
  )
}

function linkOf({ kind, thingId, title }: TimelineEntry, { club, memberId }: Whose): string | null {
  if (kind === 'event' && thingId) return paths.officeEvent(club.key, thingId)
  if (kind === 'thread' && thingId) return paths.inbox(club.key, { thread: thingId })
  if (kind === 'order' || kind === 'payment' || kind === 'refund') return paths.clubPayments(club.key, { q: title })
  if (kind === 'note') return paths.officePerson(club.key, memberId, { tab: 'notes' })
  return null
}
