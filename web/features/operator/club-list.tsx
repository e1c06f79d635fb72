import { Badge, Box, Group, Select, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { ClubState } from '#contract/club-state.ts'
import type { OperatorClub } from '#contract/operator.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { ShowMore, useMore } from '#web/api/show-more.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddressSearchField } from '#web/ui/fields/search-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney, formatNumber, sinceWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { clubsQuery } from './queries.ts'
import { stateColour, stateName } from './words.ts'

interface Props {
  readonly q: string
  readonly state: ClubState | null
  readonly onChange: (next: { q: string; state: ClubState | null }) => void
}

/** All clubs with their health, those that need somebody first. */
export function ClubList({ q, state, onChange }: Props) {
  const pages = useInfiniteQuery(clubsQuery(q.trim(), state))
  const list = useRef<HTMLDivElement>(null)
  const more = useMore(
    pages,
    ({ clubs }) => clubs,
    // Each club is there twice: in the table, and as a card.
    (at) =>
      [...(list.current?.querySelectorAll<HTMLElement>('[data-club] a') ?? [])].filter((one) => one.checkVisibility())[
        at
      ],
  )
  const shown = pages.data?.pages.flatMap(({ clubs }) => clubs)
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end" component="search">
        <Box flex="1 1 260px" maw={420}>
          <AddressSearchField
            label={m.operator_search_clubs()}
            value={q}
            onSearch={(words) => onChange({ q: words, state })}
          />
        </Box>
        <Select
          label={m.operator_state_label()}
          data={[
            { value: '', label: m.operator_state_all() },
            ...ClubState.options.map((value) => ({ value, label: stateName(value) })),
          ]}
          value={state ?? ''}
          allowDeselect={false}
          onChange={(value) => onChange({ q, state: ClubState.safeParse(value).data ?? null })}
          w={180}
        />
      </Group>
      {shown ? (
        <>
          <Text role="status" size="sm" c="dimmed">
            {m.operator_clubs_count({ count: pages.data?.pages[0]?.total ?? 0 })}
          </Text>
          {shown.length === 0 ? (
            <Panel>
              {q.trim() === '' && state === null ? (
                <EmptyState icon={<IconPlus size={40} stroke={1.5} />} title={m.operator_clubs_empty()}>
                  {m.operator_clubs_empty_hint()}
                </EmptyState>
              ) : (
                <EmptyState icon={<IconSearchOff size={40} stroke={1.5} />} title={m.operator_clubs_none()}>
                  {m.operator_clubs_none_hint()}
                </EmptyState>
              )}
            </Panel>
          ) : (
            <Box ref={list} aria-busy={pages.isPlaceholderData}>
              <ClubTable clubs={shown} />
              <ClubCards clubs={shown} />
            </Box>
          )}
          <ShowMore {...more} />
        </>
      ) : pages.error ? (
        <QueryError query={pages} />
      ) : (
        <SkeletonList rows={6} height={64} />
      )}
    </Stack>
  )
}

const ClubTable = ({ clubs }: { readonly clubs: readonly OperatorClub[] }) => (
  <Panel visibleFrom="sm" p={0}>
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={m.title_operator_clubs()}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.operator_column_club()}</Table.Th>
            <Table.Th>{m.operator_column_needs()}</Table.Th>
            <Table.Th ta="right">{m.operator_column_members()}</Table.Th>
            <Table.Th ta="right">{m.operator_column_orders()}</Table.Th>
            <Table.Th ta="right">{m.operator_column_money()}</Table.Th>
            <Table.Th>{m.operator_column_office()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clubs.map((club) => (
            <Table.Tr key={club.id} data-club>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <div>
                    <ClubLink club={club} />
                    <Text size="sm" c="dimmed">
                      {club.key}
                    </Text>
                  </div>
                  <StateBadge state={club.state} />
                </Group>
              </Table.Td>
              <Table.Td>
                <Needs club={club} none={<Text c="dimmed">–</Text>} />
              </Table.Td>
              <Table.Td ta="right">{formatNumber(club.members)}</Table.Td>
              <Table.Td ta="right">{formatNumber(club.orders)}</Table.Td>
              <Table.Td ta="right">{formatMoney(club.money)}</Table.Td>
              <Table.Td>{officeSeen(club)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  </Panel>
)

const ClubCards = ({ clubs }: { readonly clubs: readonly OperatorClub[] }) => (
  <Stack component="ul" gap="sm" hiddenFrom="sm" p={0} m={0}>
    {clubs.map((club) => (
      <li key={club.id} data-club style={{ listStyle: 'none' }}>
        <Panel>
          <Stack gap={6}>
            <Group justify="space-between" align="flex-start" gap="4px 12px">
              <ClubLink club={club} />
              <StateBadge state={club.state} />
            </Group>
            <Needs club={club} />
            <Text size="sm">
              {[
                m.operator_card_members({ count: club.members }),
                m.operator_card_orders({ count: club.orders }),
                formatMoney(club.money),
              ].join(' · ')}
            </Text>
            <Text size="sm" c="dimmed">
              {m.operator_card_office({ seen: officeSeen(club) })}
            </Text>
          </Stack>
        </Panel>
      </li>
    ))}
  </Stack>
)

const ClubLink = ({ club: { key, name } }: { readonly club: OperatorClub }) => (
  <TextLink to={paths.operatorClub(key)} fw={640}>
    {name}
  </TextLink>
)

export const StateBadge = ({ state }: { readonly state: ClubState }) => (
  <Badge color={stateColour[state]}>{stateName(state)}</Badge>
)

/** Open tasks at the club. */
export function Needs({ club, none }: { readonly club: OperatorClub; readonly none?: ReactNode }) {
  const { unresolved, failedMails, asksToGoLive } = club
  if (unresolved + failedMails === 0 && !asksToGoLive) return none
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
