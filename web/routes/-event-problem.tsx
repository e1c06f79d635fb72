import { IconCalendarOff } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { EventCancelled } from '#web/features/events/event-cancelled.tsx'
import {
  EventForMembers,
  EventNotPublic,
  isMembersOnlyProblem,
  isNotPublic,
} from '#web/features/events/event-not-public.tsx'
import { isEventCancelled, isEventNotFound } from '#web/features/events/public-queries.ts'
import { openClubOfKeyQuery } from '#web/features/organisations/queries.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { isBot, useErrorTitle } from './-error-page.tsx'

interface Props {
  readonly orgKey: string
  readonly eventId: string
  readonly isVisitor: boolean
  readonly query: ComponentProps<typeof QueryError>['query']
}

/** Why an event cannot be shown, and where to go instead. */
export function EventProblem({ orgKey, eventId, isVisitor, query }: Props) {
  const { error } = query
  if (isEventCancelled(error)) return <EventCancelled problem={error} eventId={eventId} />
  if (isEventNotFound(error)) return <EventGone orgKey={orgKey} />
  if (isNotPublic(error)) return <EventNotPublic problem={error} isVisitor={isVisitor} />
  if (isVisitor && isMembersOnlyProblem(error)) return <EventForMembers problem={error} />
  return <QueryError order={1} query={query} />
}

/** An event that a link leads to and that the club no longer shows. */
function EventGone({ orgKey }: { orgKey: string }) {
  useErrorTitle(m.error_not_found_title())
  const { data: club } = useQuery(openClubOfKeyQuery(orgKey))
  if (isBot()) return null
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconCalendarOff size={40} stroke={1.5} />}
        title={m.event_gone_title()}
        actions={
          <>
            {club && <ButtonLink to={paths.organisation(club.id)}>{m.front_see_club({ club: club.name })}</ButtonLink>}
            <ButtonLink to={paths.organisations()} variant={club ? 'default' : 'filled'}>
              {m.organizations_see_all()}
            </ButtonLink>
          </>
        }
      >
        {m.event_gone_text()}
      </EmptyState>
    </Panel>
  )
}
