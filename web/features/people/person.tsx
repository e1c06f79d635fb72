import { Badge, Button, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDoorExit } from '#web/ui/icons/index.ts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import type { LeaveReason } from '#contract/people/leaving.ts'
import { ApiProblem } from '#web/api/client.ts'
import { useMemberImage } from '#web/api/files.ts'
import { memberStatus, statusSentence } from '#web/features/memberships/club-members/member-words.ts'
import { clubMemberQuery } from '#web/features/memberships/club-members/queries.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded, QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { Initials } from '#web/ui/initials.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { TabRow } from '#web/ui/tab-row.tsx'
import { m } from '#words/messages.js'
import { DetailsButton, SuggestionNotice } from './details.tsx'
import { PersonFamily } from './family.tsx'
import { PersonNotes } from './notes.tsx'
import { PersonOverview } from './overview.tsx'
import { leaveReasonWords } from './person-words.ts'
import { leavingQuery, usePersonChanges, type Whose } from './queries.ts'
import { PersonTimeline } from './timeline.tsx'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave.tsx')).LeaveDialog }))

const tabs = ['overview', 'timeline', 'family', 'notes', 'history'] as const
type PersonTab = (typeof tabs)[number]

const tabWords: Readonly<Record<PersonTab, () => string>> = {
  overview: m.person_tab_overview,
  timeline: m.person_tab_timeline,
  family: m.person_tab_family,
  notes: m.person_tab_notes,
  history: m.office_history,
}

interface Props extends Whose {
  readonly mayWrite: boolean
  readonly mayRefund: boolean
  /** As in the address. */
  readonly tab: unknown
  readonly onTab: (tab: PersonTab) => void
  /** Facts of other domains about the person, for the overview. */
  readonly children: ReactNode
  readonly history: ReactNode
}

/** Somebody's page in a club's office. */
export function PersonPage({ mayWrite, mayRefund, tab: wanted, onTab, children, history, ...whose }: Props) {
  const { club, memberId } = whose
  const query = useQuery(clubMemberQuery(club.id, memberId))
  const left = useQuery(leavingQuery(whose))
  const { data: person } = query
  const tab = tabs.find((one) => one === wanted) ?? 'overview'
  return (
    <Stack gap="lg">
      <TextLink to={paths.office(club.key, 'members')} alone>
        {m.club_member_of_list()}
      </TextLink>
      {!person ? (
        <NotLoaded query={query} rows={4} height={120} />
      ) : (
        <>
          <Group justify="space-between" gap="md">
            <Head person={person} whose={whose} />
            {mayWrite && <Tools whose={whose} name={person.name} mayRefund={mayRefund} />}
          </Group>
          {left.error && !left.data && !isNotInRegister(left.error) && <QueryError query={left} />}
          <SuggestionNotice whose={whose} mayWrite={mayWrite} />
          <Tabs value={tab} onChange={(next) => onTab((next ?? 'overview') as PersonTab)} keepMounted={false}>
            <TabRow selected={tab}>
              {tabs.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {tabWords[one]()}
                </Tabs.Tab>
              ))}
            </TabRow>
            <Tabs.Panel value="overview">
              <PersonOverview person={person} whose={whose} mayWrite={mayWrite}>
                <Suspense fallback={<SkeletonList rows={3} height={72} />}>{children}</Suspense>
              </PersonOverview>
            </Tabs.Panel>
            <Tabs.Panel value="timeline">
              <PersonTimeline whose={whose} />
            </Tabs.Panel>
            <Tabs.Panel value="family">
              <PersonFamily person={person} club={club} />
            </Tabs.Panel>
            <Tabs.Panel value="notes">
              <PersonNotes whose={whose} mayWrite={mayWrite} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Suspense fallback={<SkeletonList rows={6} height={56} />}>{history}</Suspense>
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Stack>
  )
}

const isNotInRegister = (error: unknown) => error instanceof ApiProblem && error.code === 'not_found'

interface ToolsProps {
  readonly whose: Whose
  readonly name: string
  readonly mayRefund: boolean
}

function Tools({ whose, name, mayRefund }: ToolsProps) {
  const { data: left } = useQuery(leavingQuery(whose))
  const { rejoin } = usePersonChanges(whose)
  const [leaves, setLeaves] = useState(false)
  if (!left) return null
  return (
    <Group gap="sm">
      <DetailsButton whose={whose} name={name} />
      {left.leftOn ? (
        <Button
          variant="default"
          loading={rejoin.isPending}
          onClick={() =>
            whenDone(rejoin.mutateAsync(undefined), {
              onSuccess: () => showToast({ message: m.leave_returned({ name }) }),
              onError: showFailure,
            })
          }
        >
          {m.leave_return()}
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconDoorExit size={18} stroke={1.7} />} onClick={() => setLeaves(true)}>
          {m.leave_action()}
        </Button>
      )}
      {leaves && (
        <Suspense>
          <LeaveDialog whose={whose} name={name} mayRefund={mayRefund} onClose={() => setLeaves(false)} />
        </Suspense>
      )}
    </Group>
  )
}

const reasonWords = (reason: string | null) =>
  (leaveReasonWords[reason as LeaveReason] as (() => string) | undefined)?.() ?? leaveReasonWords.other()

function Head({ person, whose }: { person: ClubMemberDetail; whose: Whose }) {
  const { club } = whose
  const { data: left } = useQuery(leavingQuery(whose))
  usePageTitle(person.name)
  const { color } = memberStatus(person.status)
  return (
    <Group gap="md">
      <Initials name={person.name} size={64} image={useMemberImage(person)} />
      <Stack gap={4} miw={0} flex="1 1 12rem">
        <Title order={1} tabIndex={-1}>
          {person.name}
        </Title>
        <Group gap="xs">
          <Badge
            color={color}
            h="auto"
            styles={{ root: { minWidth: 0, flex: '0 1 auto' }, label: { whiteSpace: 'normal' } }}
          >
            {statusSentence(person)}
          </Badge>
          {left?.leftOn && (
            <Badge color="gray" h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
              {m.leave_left_on({ date: formatDate(left.leftOn), reason: reasonWords(left.reason) })}
            </Badge>
          )}
          {left?.number && <Text c="dimmed">{m.person_number({ number: left.number })}</Text>}
          {person.age !== null && person.age >= 0 && <Text c="dimmed">{m.participant_age({ count: person.age })}</Text>}
        </Group>
        {person.household.length > 0 && (
          <Group gap="4px 12px">
            <Text size="sm" c="dimmed">
              {m.person_household()}
            </Text>
            {person.household.map(({ memberId, name }) => (
              <TextLink key={memberId} to={paths.officePerson(club.key, memberId)} size="sm">
                {name}
              </TextLink>
            ))}
          </Group>
        )}
      </Stack>
    </Group>
  )
}
