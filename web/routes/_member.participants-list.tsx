import { Stack } from '@mantine/core'
import { IconHistory, IconUserPlus, IconUsersGroup } from '#web/ui/icons/index.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { peopleQuery } from '#web/api/acting/people.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession, useSession } from '#web/api/session/session.ts'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { ArchivedPeople } from '#web/features/members/family/archived-people.tsx'
import { FamilyLinks } from '#web/features/members/family/family-links.tsx'
import { PeopleList } from '#web/features/members/family/people-list.tsx'
import { archivedQuery, invitationsQuery, useWaitingInvitations } from '#web/features/members/queries.ts'
import { WaitingInvitations } from '#web/features/members/family/waiting-invitations.tsx'
import { PersonHolds } from '#web/features/memberships/holdings/person-holds.tsx'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { holdsMembership } from '#web/features/memberships/summary.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { familySection, paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/participants-list')({
  loader: loadParticipants,
  component: ParticipantsPage,
  staticData: { name: 'participants', title: m.title_participants },
})

/** Above this, memberships are not shown, because each person is a request. */
const MAX_PEOPLE = 8

async function loadPeople(memberId: string) {
  const found = await queryClient.ensureQueryData(peopleQuery(memberId))
  if (found.length > MAX_PEOPLE) return
  await Promise.allSettled(found.map(({ member }) => queryClient.ensureQueryData(membershipsQuery(member.id))))
}

async function loadParticipants(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { id, email } = session.member
  await Promise.allSettled([
    loadPeople(id),
    queryClient.ensureQueryData(organisationsQuery),
    queryClient.ensureQueryData(archivedQuery(id)),
    email !== null && queryClient.ensureQueryData(invitationsQuery(email)),
  ])
}

function HeldMemberships({ memberId }: { memberId: string }) {
  const { data: clubs } = useQuery(organisationsQuery)
  return clubs ? <PersonHolds memberId={memberId} clubs={clubs} /> : null
}

function ParticipantsPage() {
  const { member } = useSession()
  const people = useQuery(peopleQuery(member.id))
  const waiting = useWaitingInvitations(member.email)
  const showMemberships = (people.data?.length ?? 0) <= MAX_PEOPLE
  const held = useQueries({
    queries: (showMemberships ? (people.data ?? []) : []).map((person) => membershipsQuery(person.member.id)),
  })
  const holders = new Set(
    held.flatMap(({ data = [] }) => data.filter((one) => holdsMembership(one)).map(({ memberId }) => memberId)),
  )
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_participants()}
        subtitle={m.participants_subtitle()}
        actions={
          <>
            <ButtonLink to={paths.acts()} variant="default" leftSection={<IconHistory size={18} stroke={1.7} />}>
              {m.title_acts()}
            </ButtonLink>
            {people.data?.length !== 0 && (
              <ButtonLink to={paths.editParticipant()} leftSection={<IconUserPlus size={18} stroke={1.7} />}>
                {m.participants_add()}
              </ButtonLink>
            )}
          </>
        }
      />
      <ForWhom />
      {/* Notifications and mails link to the invitations, or without any to the linked accounts. */}
      <div id={waiting.length > 0 ? familySection : undefined} hidden={waiting.length === 0}>
        <WaitingInvitations member={member} invitations={waiting} />
      </div>
      {people.data ? (
        <PeopleList
          people={people.data}
          Holds={showMemberships ? HeldMemberships : undefined}
          isMember={(memberId) => holders.has(memberId)}
          none={
            <Panel>
              <EmptyState
                icon={<IconUsersGroup size={40} stroke={1.5} />}
                title={m.participants_empty_title()}
                actions={<ButtonLink to={paths.editParticipant()}>{m.participants_add()}</ButtonLink>}
              >
                {m.participants_empty()}
              </EmptyState>
            </Panel>
          }
        />
      ) : (
        <NotLoaded query={people} rows={2} height={150} />
      )}
      <ArchivedPeople memberId={member.id} />
      <div id={waiting.length > 0 ? undefined : familySection}>
        <FamilyLinks member={member} />
      </div>
    </Stack>
  )
}
