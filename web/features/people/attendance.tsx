import { Alert, Button, Group, Stack, Table, Text, VisuallyHidden, type MantineColor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AttendanceState, attendanceStates, type TeamDetail, type TeamPerson } from '#contract/people/teams.ts'
import { LocalDate } from '#contract/values.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showFailure, showUndo } from '#web/api/toasts.ts'
import { NotLoaded, QueryError } from '#web/parts/query-error.tsx'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddressDayField } from '#web/ui/fields/address-day-field.tsx'
import { useTypedText } from '#web/ui/fields/search-field.tsx'
import { IconCalendar } from '#web/ui/icons/index.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDayIn, formatNumber, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import c from './attendance.module.css'
import {
  attendanceQuery,
  markAttendance,
  sendUnsaved,
  tapKey,
  teamQuery,
  useUnsaved,
  type WhichTeam,
} from './team-queries.ts'

interface Props {
  readonly which: WhichTeam
  readonly team: TeamDetail
  readonly mayMark: boolean
  /** As in the address. */
  readonly day: unknown
  readonly onDay: (day: string) => void
}

const attendanceWords: Readonly<Record<AttendanceState, () => string>> = {
  came: m.team_came,
  absent: m.team_absent,
  excused: m.team_excused,
}

const colors: Readonly<Record<AttendanceState, MantineColor>> = { came: 'teal', absent: 'coral', excused: 'fjord' }

/** In per cent. */
const shareOf = (some: number, all: number) => Math.round((some / all) * 100)

/** Who came on a day: one tap a person, saved at once. */
export function MarkAttendance({ which, team, mayMark, day: wanted, onDay }: Props) {
  const now = today()
  const parsed = LocalDate.safeParse(wanted)
  const day = parsed.success && parsed.data <= now ? parsed.data : now
  const typedDay = useTypedText(day)
  const query = useQuery(attendanceQuery(which, day))
  const { taps } = useUnsaved()
  const failed = Object.values(taps).filter((tap) => tap.teamId === which.teamId && tap.error !== null)
  const saved = new Map(query.data?.marks.filter((mark) => mark.day === day).map((mark) => [mark.memberId, mark.state]))
  const stateOf = ({ memberId }: TeamPerson) => {
    const tap = taps[tapKey({ ...which, memberId, day })]
    return { state: tap ? tap.state : (saved.get(memberId) ?? null), error: tap?.error ?? null }
  }
  const came = team.members.filter((person) => stateOf(person).state === 'came').length
  const tap = (person: TeamPerson, state: AttendanceState | null) => {
    const before = stateOf(person).state
    const one = { ...which, memberId: person.memberId, day }
    const { name } = person
    const words = state ? m.team_marked({ name, state: attendanceWords[state]() }) : m.team_unmarked({ name })
    markAttendance(one, state).then(() => showUndo(words, () => markAttendance(one, before), 'attendance'), showFailure)
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <AddressDayField size="md" label={m.team_day()} max={now} required text={typedDay} onDay={onDay} />
        <Text role="status">{m.team_marked_count({ came, all: team.members.length })}</Text>
      </Group>
      {failed.length > 0 && (
        <Alert color="red" role="alert">
          <Group justify="space-between" gap="sm">
            <span>{m.team_unsaved({ count: failed.length })}</span>
            <Button variant="default" onClick={sendUnsaved}>
              {m.team_send_again()}
            </Button>
          </Group>
        </Alert>
      )}
      {!query.data ? (
        <NotLoaded query={query} rows={6} height={96} />
      ) : (
        <Panel>
          <Rows>
            {team.members.map((person) => {
              const { state, error } = stateOf(person)
              return (
                <Row
                  key={person.memberId}
                  title={person.name}
                  aside={
                    <div role="group" aria-label={m.team_mark_of({ name: person.name })} className={c.states}>
                      {attendanceStates.map((one) => (
                        <Button
                          key={one}
                          h={52}
                          px={4}
                          variant={state === one ? 'filled' : 'default'}
                          color={colors[one]}
                          aria-pressed={state === one}
                          disabled={!mayMark}
                          onClick={() => tap(person, state === one ? null : one)}
                        >
                          {attendanceWords[one]()}
                        </Button>
                      ))}
                    </div>
                  }
                >
                  {person.age !== null && (
                    <Text size="sm" c="dimmed">
                      {m.participant_age({ count: person.age })}
                    </Text>
                  )}
                  {error !== null && (
                    <Text size="sm" c="red">
                      {m.team_not_saved({ reason: problemText(error) })}
                    </Text>
                  )}
                </Row>
              )
            })}
          </Rows>
        </Panel>
      )}
    </Stack>
  )
}

const signs: Readonly<Record<AttendanceState, string>> = { came: '✓', absent: '✗', excused: '–' }

/** Attendance by day, with the share of each person. */
export function AttendanceTable({ which }: { which: WhichTeam }) {
  const [day, setDay] = useState<string | undefined>()
  const people = useQuery(teamQuery(which))
  const query = useQuery({ ...attendanceQuery(which, day), refetchOnMount: 'always' })
  if (query.error || people.error) return <QueryError query={query.error ? query : people} />
  if (!query.data || !people.data) return <SkeletonList rows={6} height={48} />
  const { days, marks, next } = query.data
  if (days.length === 0)
    return (
      <Panel>
        <EmptyState icon={<IconCalendar size={40} stroke={1.5} />} title={m.team_no_days_title()}>
          {m.team_no_days()}
        </EmptyState>
      </Panel>
    )
  const states = new Map(marks.map((mark) => [`${mark.memberId} ${mark.day}`, mark.state]))
  return (
    <Panel>
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={c.name ?? ''}>{m.club_members_name()}</Table.Th>
              <Table.Th className={c.day ?? ''}>{m.team_came()}</Table.Th>
              {days.map((one) => (
                <Table.Th key={one} className={c.day ?? ''}>
                  {formatDayIn(one, { day: 'numeric', month: 'short' })}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.data.members.map(({ memberId, name, days: all, came }) => (
              <Table.Tr key={memberId}>
                <Table.Th scope="row" className={c.name ?? ''}>
                  {name}
                </Table.Th>
                <Table.Td className={c.day ?? ''}>
                  {all > 0 && m.team_percent_of({ percent: formatNumber(shareOf(came, all)), came, days: all })}
                </Table.Td>
                {days.map((one) => {
                  const state = states.get(`${memberId} ${one}`)
                  return (
                    <Table.Td key={one} className={c.day ?? ''}>
                      {state && (
                        <>
                          <span aria-hidden>{signs[state]}</span>
                          <VisuallyHidden>{attendanceWords[state]()}</VisuallyHidden>
                        </>
                      )}
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt="sm">
        {attendanceStates.map((state) => `${signs[state]} ${attendanceWords[state]()}`).join(' · ')}
      </Text>
      <Group gap="sm" mt="md">
        {day && (
          <Button variant="default" onClick={() => setDay(undefined)}>
            {m.team_newest_days()}
          </Button>
        )}
        {next && (
          <Button variant="default" onClick={() => setDay(next)}>
            {m.team_older_days()}
          </Button>
        )}
      </Group>
    </Panel>
  )
}
