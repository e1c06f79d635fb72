import { Button } from '@mantine/core'
import { IconCalendarTime, IconLock } from '#web/ui/icons/index.ts'
import { ApiProblem } from '#web/api/client.ts'
import { signIn } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { momentWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const isMembersOnlyProblem = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'event_members_only'

type Data = Pick<ApiProblem, 'data'>

/** Shown to visitors for an event of a club's members. */
export function EventForMembers({ problem }: { problem: Data }) {
  const { orgId, orgName: club } = problem.data as { orgId: string; orgName: string }
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconLock size={40} stroke={1.5} />}
        title={m.event_for_members_title({ club })}
        actions={
          <>
            <Button onClick={() => void signIn()}>{m.welcome_sign_in()}</Button>
            <ButtonLink to={paths.organisation(orgId)} variant="default">
              {m.organizations_join_at({ club })}
            </ButtonLink>
          </>
        }
      >
        {m.event_for_members_text()}
      </EmptyState>
    </Panel>
  )
}

export const isNotPublic = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'event_not_public'

/** Shown for an event that isn't public yet, with the date when it will be. Visitors are led to the clubs. */
export function EventNotPublic({ problem, isVisitor = false }: { problem: Data; isVisitor?: boolean }) {
  const { from, timeZone } = problem.data as { from: string; timeZone: string }
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconCalendarTime size={40} stroke={1.5} />}
        title={m.event_not_public_title()}
        actions={
          isVisitor ? (
            <ButtonLink to={paths.organisations()}>{m.organizations_see_all()}</ButtonLink>
          ) : (
            <ButtonLink to={paths.events()}>{m.dashboard_see_all_events()}</ButtonLink>
          )
        }
      >
        {m.event_not_public_text({ date: momentWords(from, timeZone) })}
      </EmptyState>
    </Panel>
  )
}
