import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconHistory, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { peopleQuery } from '#web/api/acting/people.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session/session.ts'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { ArchivedPeople } from '#web/features/members/family/archived-people.tsx'
import { FamilyLinks } from '#web/features/members/family/family-links.tsx'
import { PeopleList } from '#web/features/members/family/people-list.tsx'
import { useWaitingInvitations } from '#web/features/members/family/queries.ts'
import { WaitingInvitations } from '#web/features/members/family/waiting-invitations.tsx'
import { PersonHolds } from '#web/features/memberships/holdings/person-holds.tsx'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { familySection, paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { MOST_HOLDERS } from './load-participants.ts'

function Holds({ memberId }: { memberId: string }) {
  const { data: clubs } = useQuery(organisationsQuery)
  return clubs ? <PersonHolds memberId={memberId} clubs={clubs} /> : null
}

/** One room for the family: who waits for the reader's answer, whom the reader looks after, whom they are linked with, and how to link. */
export function ParticipantsPage() {
  const { member } = useSession()
  const people = useQuery(peopleQuery(member.id))
  const waiting = useWaitingInvitations(member.email)
  const few = (people.data?.length ?? 0) <= MOST_HOLDERS
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
      {/* Notifications and mails lead to the question, and where there is none to the links. */}
      <div id={waiting.length > 0 ? familySection : undefined} hidden={waiting.length === 0}>
        <WaitingInvitations member={member} invitations={waiting} />
      </div>
      {people.data ? (
        <PeopleList
          people={people.data}
          Holds={few ? Holds : undefined}
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
      ) : people.error ? (
        <ErrorPanel
          message={problemText(people.error)}
          retrying={people.isFetching}
          onRetry={() => void people.refetch()}
        />
      ) : (
        <SkeletonList rows={2} height={150} />
      )}
      <ArchivedPeople memberId={member.id} />
      <div id={waiting.length > 0 ? undefined : familySection}>
        <FamilyLinks member={member} />
      </div>
    </Stack>
  )
}
