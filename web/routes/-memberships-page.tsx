import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertCircle } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { peopleQuery } from '#web/api/acting/people.ts'
import { currentSubjectId, useSubject } from '#web/api/acting/subject.ts'
import { problemText } from '#web/api/problem-text.ts'
import { prefetch, queryClient } from '#web/api/query-client.ts'
import { currentSession, useSession } from '#web/api/session/session.ts'
import { useRetryFailed } from '#web/parts/query-error.tsx'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { FamilyClubs, CardSkeletons } from '#web/features/memberships/holdings/family-clubs.tsx'
import { useFamily } from '#web/features/memberships/people.ts'
import { membershipsOfQuery, savedCardsQuery, useReloadMemberships } from '#web/features/memberships/queries.ts'
import { LeaveOwnButton } from '#web/features/people/leave.tsx'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { loadUnpaid } from './-load-my-clubs.ts'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'

export async function loadMemberships() {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  const { id } = session.member
  const [people] = await Promise.all([
    subject === id ? prefetch(peopleQuery(id)) : undefined,
    prefetch(organisationsQuery),
    prefetch(savedCardsQuery(id)),
    loadUnpaid(id),
  ])
  const shown = subject === id ? [id, ...(people ?? []).map(({ member }) => member.id)] : [subject]
  await prefetch(membershipsOfQuery(shown, queryClient))
}

export function MembershipsPage() {
  const { member } = useSession()
  const subject = useSubject()
  const { trigger } = useSearch({ strict: false }) as { trigger?: string }
  const go = useNavigateTo()
  const unpaid = useQuery(unpaidQuery(member.id))
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_memberships()} />
      <ForWhom />
      <Unpaid memberId={member.id} />
      <Family key={subject.id} errorShown={!unpaid.data && unpaid.error !== null} />
      <ProfileDialog
        member={member}
        opened={trigger === 'editMainParticipant'}
        onClose={() => void go(paths.memberships(), { replace: true })}
      />
    </Stack>
  )
}

/** Why the page cannot show its clubs, or null. */
function useClubsError(): Error | null {
  const { held } = useFamily()
  const clubs = useQuery(organisationsQuery)
  return clubs.data && held.data ? null : (clubs.error ?? held.error)
}

/** Unpaid orders. Shows when only they failed to load, because they may hold memberships or places. */
function Unpaid({ memberId }: { memberId: string }) {
  const unpaid = useQuery(unpaidQuery(memberId))
  const clubsError = useClubsError()
  const reload = useReloadMemberships()
  const retryFailed = useRetryFailed()
  if (unpaid.data || !unpaid.error) return <UnpaidNotice onEnded={reload} />
  if (clubsError) return null
  return (
    <Failed title={m.unpaid_failed_title()} error={unpaid.error} onRetry={retryFailed} retrying={unpaid.isFetching} />
  )
}

/**
 * The user and the people they may act for; while acting, only that person.
 * @param errorShown a load error is already shown
 */
function Family({ errorShown }: { errorShown: boolean }) {
  const retryFailed = useRetryFailed()
  const { alone, family, people, held } = useFamily()
  const clubs = useQuery(organisationsQuery)
  const { impersonates } = useSession()

  const failed = useClubsError()
  if (failed) {
    return (
      <ErrorPanel message={problemText(failed)} retrying={clubs.isFetching || held.isFetching} onRetry={retryFailed} />
    )
  }
  if (!clubs.data || !held.data || (!alone && family.isPending)) return <CardSkeletons cards={2} height={320} />
  return (
    <>
      {family.error && !errorShown && (
        <Failed
          title={m.people_failed_title()}
          error={family.error}
          onRetry={retryFailed}
          retrying={family.isFetching}
        />
      )}
      <FamilyClubs
        people={people}
        held={held.data}
        clubs={clubs.data}
        leaves={({ person }, club) =>
          // Themselves, or whom they manage.
          !impersonates &&
          (person.self || person.member.can.archive) && (
            <LeaveOwnButton club={club} person={{ memberId: person.member.id, name: person.name }} />
          )
        }
      />
    </>
  )
}

interface FailedProps {
  title: string
  error: Error
  onRetry: () => void
  retrying: boolean
}

const Failed = ({ title, error, onRetry, retrying }: FailedProps) => (
  <Alert role="alert" color="coral" icon={<IconAlertCircle />} title={title}>
    <Stack gap="sm" align="flex-start">
      {problemText(error)}
      <Button variant="default" onClick={onRetry} loading={retrying}>
        {m.action_retry()}
      </Button>
    </Stack>
  </Alert>
)

const ProfileDialog = lazyDialog(async () => (await import('#web/features/members/profile-form.tsx')).ProfileDialog)
