import { Badge, Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core'
import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { IconHistory } from '#web/ui/icons/index.ts'
import { useId, useState, type ReactNode } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { type HistoryEntry, HistoryThing, MOST_CHANGES_COUNTED, type officeHistory } from '#contract/audit/history.ts'
import type { OperatorHistoryEntry } from '#contract/operator.ts'
import { fullName } from '#contract/members/full-name.ts'
import { LocalDate } from '#contract/values.ts'
import { whichWords } from '#web/parts/earlier-exports.tsx'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { PagedRows } from '#web/parts/paged-rows.tsx'
import { useAddress } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddressDayField } from '#web/ui/fields/address-day-field.tsx'
import { useTypedText } from '#web/ui/fields/search-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { dayHeading, formatNumber, formatTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import {
  exportHistory,
  type HistoryFilter,
  historyOfEventQuery,
  historyOfPersonQuery,
  historyQuery,
  type OfficeClub,
} from './queries.ts'
import { thingName } from './words.ts'
import c from './people.module.css'

/** Everything that the office and the portal's operators did, newest first. */
export function OfficeHistoryPage({ club }: { readonly club: OfficeClub }) {
  const filter = historyFilterOf(useAddress().textOf)
  const pages = useInfiniteQuery({ ...historyQuery(club.id, filter), placeholderData: keepPreviousData })
  return (
    <History
      text={m.office_history_text()}
      pages={pages}
      filter={filter}
      actions={
        <ExportMenu
          label={m.export_list()}
          words={{
            says: (exported) =>
              [exported.thing && thingName(exported.thing), whichWords(exported)].filter(Boolean).join(', '),
            countWords: (count) => m.office_history_total({ count }),
          }}
          {...exportHistory(club.id, filter)}
        />
      }
    />
  )
}

type Entries = readonly (HistoryEntry & Partial<Pick<OperatorHistoryEntry, 'club'>>)[]
type Part = Omit<Output<typeof officeHistory.ofEvent>, 'entries'> & { readonly entries: Entries }
type HistoryPages<P extends Part = Part> = UseInfiniteQueryResult<InfiniteData<P>>

interface HistoryProps {
  readonly text: string
  readonly pages: HistoryPages<Part & Pick<Output<typeof officeHistory.list>, 'people'>>
  readonly filter: HistoryFilter
  readonly actions?: ReactNode
  /** Said above the list beside the filters. */
  readonly children?: ReactNode
}

/** A history with its filters: of a club, or of the operators. */
export function History({ text, pages, filter, actions, children }: HistoryProps) {
  const first = pages.data?.pages[0]
  const { change } = useAddress()
  const from = useTypedText(filter.from ?? '')
  const until = useTypedText(filter.until ?? '')
  const set = (next: { [Name in keyof HistoryFilter]: HistoryFilter[Name] | null }) =>
    change(Object.fromEntries(Object.entries(next).map(([name, value]) => [name, value ?? undefined])))
  return (
    <Stack gap="lg">
      <PageHeader title={m.office_history()} subtitle={text} actions={actions} />
      <Group component="search" align="flex-end" gap="sm">
        <Select
          label={m.history_filter_thing()}
          placeholder={m.history_filter_all()}
          clearable
          value={filter.thing ?? null}
          onChange={(thing) => set({ thing, thingId: null })}
          data={HistoryThing.options.map((value) => ({ value, label: thingName(value) }))}
        />
        <Select
          label={m.history_filter_person()}
          placeholder={m.history_filter_everyone()}
          clearable
          searchable
          value={filter.actorId ?? null}
          onChange={(actorId) => set({ actorId })}
          data={(first?.people ?? []).map((person) => ({
            value: person.id,
            label: fullName(person),
          }))}
        />
        <AddressDayField label={m.history_filter_from()} text={from} onDay={(day) => set({ from: day })} />
        <AddressDayField label={m.history_filter_until()} text={until} onDay={(day) => set({ until: day })} />
      </Group>
      {filter.thingId && first && (
        <Group gap="xs">
          <Text size="sm">
            {m.history_only({ label: first.entries[0]?.label || thingName(filter.thing ?? 'club') })}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => set({ thing: null, thingId: null })}>
            {m.history_all()}
          </Button>
        </Group>
      )}
      {children}
      <HistoryList pages={pages} />
    </Stack>
  )
}

/** The filter in the address, without what cannot be read. */
export function historyFilterOf(textOf: (name: string) => string | undefined): HistoryFilter {
  const fits = (name: string, pattern: RegExp) => (pattern.test(textOf(name) ?? '') ? { [name]: textOf(name) } : {})
  const day = (name: string) => (LocalDate.safeParse(textOf(name)).success ? { [name]: textOf(name) } : {})
  const thing = HistoryThing.safeParse(textOf('thing'))
  return {
    ...(thing.success && { thing: thing.data }),
    ...fits('actorId', /^[\w-]{36}$/),
    ...fits('thingId', /^[\w-]{1,60}$/),
    ...day('from'),
    ...day('until'),
  }
}

interface OfEventProps {
  readonly club: Pick<OfficeClub, 'id'>
  readonly eventId: string
}

/** The office's actions on an event, for whoever sees the event there. */
export function HistoryOfEvent({ club, eventId }: OfEventProps) {
  const pages = useInfiniteQuery(historyOfEventQuery(club.id, eventId))
  return (
    <Stack component="section" gap="md" aria-label={m.office_history()}>
      <Title order={2}>{m.office_history()}</Title>
      <HistoryList pages={pages} within />
    </Stack>
  )
}

interface OfPersonProps {
  readonly club: Pick<OfficeClub, 'id'>
  readonly memberId: string
}

/** The office's actions about a person, for whoever sees the person there. */
export const HistoryOfPerson = ({ club, memberId }: OfPersonProps) => (
  <HistoryList pages={useInfiniteQuery(historyOfPersonQuery(club.id, memberId))} within />
)

/** @param within a page about one thing */
function HistoryList({ pages, within = false }: { pages: HistoryPages; within?: boolean }) {
  const [now] = useState(() => new Date())
  return (
    <PagedRows
      pages={pages}
      rowsOf={({ entries }) => entries}
      countWords={(count) =>
        count < MOST_CHANGES_COUNTED
          ? m.office_history_total({ count })
          : m.office_history_many({ most: formatNumber(MOST_CHANGES_COUNTED) })
      }
      empty={
        <EmptyState icon={<IconHistory size={40} stroke={1.5} />} title={m.office_history_empty_title()}>
          {m.office_history_empty()}
        </EmptyState>
      }
    >
      {(shown) =>
        [...Map.groupBy(shown, ({ at }) => dayHeading(at, now))].map(([day, entries]) => (
          <Day key={day} name={day} entries={entries} within={within} />
        ))
      }
    </PagedRows>
  )
}

function Day({ name, entries, within }: { name: string; entries: Entries; within: boolean }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Title order={within ? 3 : 2} size={within ? 'h4' : 'h3'} id={heading} mb={8}>
        {name}
      </Title>
      <Panel py={4}>
        <ul className={c.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} within={within} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

function Entry({ entry, within }: { entry: Entries[number]; within: boolean }) {
  const { actor, fields, reason, club } = entry
  return (
    <li className={c.row} data-entry data-list-row={entry.id} tabIndex={-1}>
      <Text size="sm" c="dimmed" w={52}>
        {formatTime(entry.at)}
      </Text>
      <div className={c.who}>
        <Text>{entry.sentence}</Text>
        <Text size="sm" c="dimmed">
          {fullName(actor)}
          {club === undefined ? entry.byOperator && ` · ${m.history_by_operator()}` : club && ` · ${club.name}`}
        </Text>
        {reason && <Text size="sm">{m.history_reason({ reason })}</Text>}
        {fields.length > 0 && (
          <details>
            <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
              {m.history_details()}
            </Text>
            <Table withRowBorders={false} fz="sm" aria-label={m.history_details()}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{m.history_field()}</Table.Th>
                  <Table.Th>{m.history_before()}</Table.Th>
                  <Table.Th>{m.history_after()}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {fields.map(({ name, before, after }, at) => (
                  <Table.Tr key={at}>
                    <Table.Th scope="row">{name}</Table.Th>
                    <Table.Td>{before}</Table.Td>
                    <Table.Td>{after}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </details>
        )}
      </div>
      {!within && <Badge color="gray">{thingName(entry.thing)}</Badge>}
    </li>
  )
}
