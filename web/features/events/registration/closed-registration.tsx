import { IconCalendarOff } from '#web/ui/icons/index.ts'
import type { EventDetail } from '#contract/events/answers.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { requirementWords } from '../requirement-words.ts'
import { mayWait } from '../waiting/may-wait.ts'

/** Why registration is closed, and what to do instead. */
export function ClosedRegistration({ event, signedIn }: { event: EventDetail; signedIn: boolean }) {
  const [rule] = event.gates
  if (!rule) return null
  const { text, next } = requirementWords(rule, { event })
  const hasTickets = event.tickets > 0
  return (
    <Panel>
      <EmptyState
        icon={<IconCalendarOff size={40} stroke={1.5} />}
        title={m.register_closed_title()}
        actions={
          <>
            {next && <ButtonLink to={next.to}>{next.label}</ButtonLink>}
            {mayWait(event) && <ButtonLink to={paths.event(event.orgKey, event.id)}>{m.waiting_join()}</ButtonLink>}
            {hasTickets && <ButtonLink to={paths.ticketsOf(event.orgKey, event.id)}>{m.confirm_tickets()}</ButtonLink>}
            {signedIn && (
              <ButtonLink to={paths.eventsOf(event.orgKey)} variant={hasTickets || next ? 'default' : 'filled'}>
                {m.register_see_events()}
              </ButtonLink>
            )}
            <ButtonLink
              to={paths.contactUs({ orgId: event.orgId, event: event.id, subject: event.title })}
              variant="default"
              aria-label={m.event_ask_named({ title: event.title })}
            >
              {m.event_ask()}
            </ButtonLink>
          </>
        }
      >
        {text} {m.register_closed_next()}
      </EmptyState>
    </Panel>
  )
}
