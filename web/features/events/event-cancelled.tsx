import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarCancel } from '#web/ui/icons/index.ts'
import type { CancelledEvent } from '#contract/events/answers.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { whenInSentence } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { CancelledWords, ClubsWords } from './cancelled-words.tsx'
import { ticketsQuery } from './queries.ts'

interface Props {
  /** `event_called_off`. */
  readonly problem: ApiProblem
  readonly eventId: string
}

/** Shown for an event that its club has cancelled: the club's message, and what becomes of the reader's money. */
export function EventCancelled({ problem, eventId }: Props) {
  const event = problem.data as CancelledEvent
  const readerId = useSessionState((state) => (state.status === 'signed-in' ? state.member.id : null))
  const { data: all = [] } = useQuery({ ...ticketsQuery(readerId ?? ''), enabled: readerId !== null })
  const tickets = all.filter((ticket) => ticket.event.id === eventId)
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconCalendarCancel size={40} stroke={1.5} />}
        title={m.event_cancelled_title({ event: event.title })}
        actions={
          <>
            {tickets.length > 0 && (
              <ButtonLink to={paths.ticketsOf(event.orgKey, eventId)}>{m.event_cancelled_tickets()}</ButtonLink>
            )}
            <ButtonLink to={paths.organisation(event.orgId)} variant={tickets.length > 0 ? 'default' : 'filled'}>
              {m.front_see_club({ club: event.orgName })}
            </ButtonLink>
            <ButtonLink to={paths.contactUs({ orgId: event.orgId, subject: event.title })} variant="default">
              {m.event_cancelled_ask()}
            </ButtonLink>
          </>
        }
      >
        <Stack component="span" gap="sm">
          <span>{m.event_cancelled_when({ when: whenInSentence(event) })}</span>
          <ClubsWords message={event} />
          <CancelledWords tickets={tickets} />
        </Stack>
      </EmptyState>
    </Panel>
  )
}
