import { Badge, Group, Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconPlus } from '#web/ui/icons/index.ts'
import { ClubState } from '#contract/organisations/state.ts'
import type { OperatorClub } from '#contract/operator.ts'
import { PagedList } from '#web/parts/paged-list.tsx'
import { paths } from '#web/paths.ts'
import type { ListColumn } from '#web/ui/data-list/data-list.tsx'
import { useAddress, useSearched } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatMoney, formatNumber, sinceWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { clubsQuery } from './queries.ts'
import { stateColour, stateName } from './words.ts'

/** All clubs with their health, those that need somebody first. */
export function ClubList() {
  const { textOf, change } = useAddress()
  const searched = useSearched()
  const state = ClubState.safeParse(textOf('state')).data ?? null
  const pages = useInfiniteQuery(clubsQuery(searched.state.search.trim(), state))
  return (
    <PagedList
      name="operator-clubs"
      label={m.title_operator_clubs()}
      pages={pages}
      rowsOf={({ clubs }) => clubs}
      columns={columns()}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      linkOf={({ key }) => paths.operatorClub(key)}
      countWords={(count) => m.operator_clubs_count({ count })}
      searchLabel={m.operator_search_clubs()}
      {...searched}
      onClear={state ? () => change({ q: undefined, state: undefined }) : undefined}
      tools={
        <Select
          label={m.operator_state_label()}
          data={[
            { value: '', label: m.operator_state_all() },
            ...ClubState.options.map((value) => ({ value, label: stateName(value) })),
          ]}
          value={state ?? ''}
          allowDeselect={false}
          onChange={(value) => change({ state: value ?? '' })}
          w={180}
        />
      }
      empty={
        <EmptyState icon={<IconPlus size={40} stroke={1.5} />} title={m.operator_clubs_empty()}>
          {m.operator_clubs_empty_hint()}
        </EmptyState>
      }
    />
  )
}

const columns = (): ListColumn<OperatorClub>[] => [
  { name: 'club', title: m.operator_column_club(), render: ({ name }) => name },
  { name: 'key', title: m.operator_new_key(), render: ({ key }) => key },
  { name: 'state', title: m.operator_state_label(), render: ({ state }) => <StateBadge state={state} /> },
  { name: 'needs', title: m.operator_column_needs(), render: (club) => needsSomebody(club) && <Needs club={club} /> },
  {
    name: 'members',
    title: m.operator_column_members(),
    align: 'right',
    render: ({ members }) => formatNumber(members),
  },
  { name: 'orders', title: m.operator_column_orders(), align: 'right', render: ({ orders }) => formatNumber(orders) },
  { name: 'money', title: m.operator_column_money(), align: 'right', render: ({ money }) => formatMoney(money) },
  { name: 'office', title: m.operator_column_office(), render: officeSeen },
]

export const StateBadge = ({ state }: { readonly state: ClubState }) => (
  <Badge color={stateColour[state]}>{stateName(state)}</Badge>
)

const needsSomebody = ({ unresolved, failedMails, asksToGoLive }: OperatorClub) =>
  unresolved + failedMails > 0 || asksToGoLive

/** Open tasks at the club. */
export function Needs({ club }: { readonly club: OperatorClub }) {
  const { unresolved, failedMails, asksToGoLive } = club
  if (!needsSomebody(club)) return null
  return (
    <Group gap={6}>
      {unresolved > 0 && <Badge color="red">{m.operator_unresolved({ count: unresolved })}</Badge>}
      {failedMails > 0 && <Badge color="red">{m.operator_failed_mails({ count: failedMails })}</Badge>}
      {asksToGoLive && <Badge color="fjord">{m.operator_asks()}</Badge>}
    </Group>
  )
}

export const officeSeen = ({ officeSeenAt }: OperatorClub): string =>
  officeSeenAt === null ? m.operator_office_never() : sinceWords(officeSeenAt, { now: new Date() })
