import { ActionIcon, Anchor, Badge, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TeamDetail, TeamPerson, TeamRole } from '#contract/people/teams.ts'
import { phoneAddress, phoneWords } from '#contract/phone-words.ts'
import { showFailure, showUndo } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { clubMembersQuery, exportMembers } from '#web/features/memberships/club-members/queries.ts'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { NotLoaded, QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { FoundWords } from '#web/ui/fields/found-words.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { IconPencil, IconPhone, IconPlus, IconUsersGroup, IconX } from '#web/ui/icons/index.ts'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { AttendanceTable, MarkAttendance } from './attendance.tsx'
import { TeamAnswers } from './team-answers.tsx'
import { teamQuery, useTeamChanges, type WhichTeam } from './team-queries.ts'
import { roleData, teamName, teamRoleWords } from './words.ts'
import { ArchiveTeam, TeamDialog } from './teams.tsx'

const tabs = ['attendance', 'people', 'table'] as const

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly teamId: string
  /** Of the register, and of its people's pages. */
  readonly mayRead: boolean
  readonly mayWrite: boolean
  readonly mayMark: boolean
  /** As in the address. */
  readonly tab: unknown
  readonly day: unknown
  readonly onChange: (query: { tab?: string; day?: string }) => void
  /** More actions. */
  readonly children?: ReactNode
}

/** A team: attendance, its people, and both in a table. */
export function TeamPage(props: Props) {
  const { club, teamId, mayRead, mayWrite, mayMark, day, onChange, children } = props
  const which = { orgId: club.id, teamId }
  const query = useQuery(teamQuery(which))
  const [edited, setEdited] = useState(false)
  const { data: team } = query
  // Whoever adds the first people stays there.
  const [first, setFirst] = useState<(typeof tabs)[number]>()
  if (team && !first) setFirst(team.members.length === 0 ? 'people' : 'attendance')
  const tab = tabs.find((one) => one === props.tab) ?? first ?? 'attendance'
  usePageTitle(team?.name ?? m.title_team())
  if (!team) return <NotLoaded order={1} query={query} rows={5} height={72} />
  const exported = { search: '', sort: 'name', day: undefined } as const
  return (
    <Stack gap="lg">
      <PageHeader
        title={
          <>
            {team.name} {team.archived && <Badge color="gray">{m.teams_archived()}</Badge>}
          </>
        }
        subtitle={[team.season, m.team_people_count({ count: team.people })].filter(Boolean).join(' · ')}
        actions={
          mayRead && (
            <>
              {children}
              {team.members.length > 0 && (
                <ExportMenu
                  label={m.team_export()}
                  {...exportMembers(
                    club.id,
                    { ...exported, filter: { field: 'team', op: 'any_of', values: [teamId] } },
                    { columns: ['age', 'phone', 'email'] },
                  )}
                />
              )}
              {mayWrite && (
                <>
                  <ArchiveTeam orgId={club.id} team={team} />
                  <Button
                    variant="default"
                    leftSection={<IconPencil size={18} stroke={1.7} />}
                    onClick={() => setEdited(true)}
                  >
                    {m.team_edit()}
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      <TeamAnswers which={which} />
      <Tabs value={tab} onChange={(next) => onChange({ tab: next ?? 'attendance' })} keepMounted={false}>
        <TabRow selected={tab}>
          <Tabs.Tab value="attendance">{m.team_tab_attendance()}</Tabs.Tab>
          <Tabs.Tab value="people">{m.team_tab_people()}</Tabs.Tab>
          <Tabs.Tab value="table">{m.team_tab_table()}</Tabs.Tab>
        </TabRow>
        <Tabs.Panel value="attendance">
          {team.members.length === 0 ? (
            <NoPeople mayWrite={mayWrite} />
          ) : (
            <MarkAttendance
              {...{ which, team, mayMark: mayMark && !team.archived, day }}
              onDay={(next) => onChange({ tab: 'attendance', day: next })}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <Stack gap="lg">
            {team.members.length === 0 ? (
              <NoPeople mayWrite={mayWrite} />
            ) : (
              <Panel>
                <Rows>
                  {team.members.map((person) => (
                    <Person
                      key={person.memberId}
                      {...{ which, person, mayWrite }}
                      clubKey={mayRead ? club.key : null}
                    />
                  ))}
                </Rows>
              </Panel>
            )}
            {mayWrite && !team.archived && <AddPeople which={which} team={team} />}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="table">
          <AttendanceTable which={which} />
        </Tabs.Panel>
      </Tabs>
      {edited && <TeamDialog orgId={club.id} team={team} onClose={() => setEdited(false)} />}
    </Stack>
  )
}

const NoPeople = ({ mayWrite }: { mayWrite: boolean }) => (
  <Panel>
    <EmptyState icon={<IconUsersGroup size={40} stroke={1.5} />} title={m.team_no_people_title()}>
      {mayWrite ? m.team_no_people() : m.team_no_people_trainer()}
    </EmptyState>
  </Panel>
)

interface PersonProps {
  readonly which: WhichTeam
  readonly person: TeamPerson
  readonly mayWrite: boolean
  /** Null for whoever does not see people's pages. */
  readonly clubKey: string | null
}

function Person({ which, person, mayWrite, clubKey }: PersonProps) {
  const { memberId, name, age, role, guardian } = person
  const { changeRole, endPerson, addPeople } = useTeamChanges(which.orgId)
  const one = { teamId: which.teamId, memberId }
  const end = () =>
    whenDone(endPerson.mutateAsync(one), {
      onSuccess: () =>
        showUndo(m.team_ended({ name }), () => addPeople.mutateAsync({ teamId: which.teamId, role, ids: [memberId] })),
      onError: showFailure,
    })
  return (
    <Row
      title={
        clubKey ? (
          <TextLink to={paths.officePerson(clubKey, memberId)} inherit>
            {name}
          </TextLink>
        ) : (
          name
        )
      }
      aside={
        mayWrite ? (
          <Group gap="xs" wrap="nowrap">
            <ChoiceField
              aria-label={m.team_role_of({ name })}
              value={role}
              data={roleData()}
              onChange={({ currentTarget: { value } }) =>
                whenDone(changeRole.mutateAsync({ ...one, role: value as TeamRole }), { onError: showFailure })
              }
            />
            <ActionIcon size={42} aria-label={m.team_end_of({ name })} loading={endPerson.isPending} onClick={end}>
              <IconX size={18} stroke={1.7} />
            </ActionIcon>
          </Group>
        ) : (
          <Badge color={role === 'player' ? 'gray' : 'fjord'}>{teamRoleWords[role]()}</Badge>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {age !== null && m.participant_age({ count: age })}
      </Text>
      {guardian && (
        <Group gap={6}>
          <Text size="sm">{guardian.name}</Text>
          {guardian.phone && (
            <Anchor
              href={phoneAddress(guardian.phone)}
              size="sm"
              aria-label={m.team_guardian_call({ name: guardian.name })}
            >
              <IconPhone size={16} stroke={1.7} aria-hidden style={{ verticalAlign: 'text-bottom' }} />{' '}
              {phoneWords(guardian.phone)}
            </Anchor>
          )}
        </Group>
      )}
    </Row>
  )
}

const SHOWN = 10

/** Finds people of the register, and adds them one by one. */
function AddPeople({ which, team }: { which: WhichTeam; team: TeamDetail }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const { addPeople } = useTeamChanges(which.orgId)
  const query = useInfiniteQuery({
    ...clubMembersQuery(which.orgId, { search, filter: undefined, sort: 'name', day: undefined }),
    enabled: search.length > 1,
  })
  const there = new Set(team.members.map(({ memberId }) => memberId))
  const page = search.length > 1 ? query.data?.pages[0] : undefined
  const others = page?.people.filter(({ id }) => !there.has(id))
  const found = others?.slice(0, SHOWN)
  const isCut = page !== undefined && page.total - (page.people.length - others!.length) > found!.length
  return (
    <Panel title={m.team_add_search()}>
      <Stack gap="md">
        <SearchField
          aria-label={m.team_add_search()}
          description={m.team_add_hint()}
          value={typed}
          onChange={setTyped}
        />
        {query.error && <QueryError query={query} />}
        <FoundWords count={query.isFetching ? undefined : found?.length} isCut={isCut} none={m.team_add_none()} />
        {found && found.length > 0 && (
          <Rows>
            {found.map(({ id, name, age }) => (
              <Row
                key={id}
                title={name}
                aside={
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={18} stroke={1.7} />}
                    aria-label={m.team_add_one({ name })}
                    loading={addPeople.isPending && addPeople.variables.ids?.[0] === id}
                    onClick={() =>
                      whenDone(addPeople.mutateAsync({ teamId: which.teamId, role: 'player', ids: [id] }), {
                        onSuccess: ({ added }) =>
                          showToast({ message: m.team_added_people({ count: added, team: teamName(team) }) }),
                        onError: showFailure,
                      })
                    }
                  >
                    {m.team_add()}
                  </Button>
                }
              >
                <Text size="sm" c="dimmed">
                  {age !== null && age >= 0 && m.participant_age({ count: age })}
                </Text>
              </Row>
            ))}
          </Rows>
        )}
      </Stack>
    </Panel>
  )
}
