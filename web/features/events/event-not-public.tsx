import { IconCalendarTime } from '@tabler/icons-react'
import { ApiProblem } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { momentWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const isNotPublic = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'event_not_public'

/** Shown for an event that isn't public yet, with the date when it will be. */
export function EventNotPublic({ problem }: { problem: ApiProblem }) {
  const { from, timeZone } = problem.data as { from: string; timeZone: string }
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconCalendarTime size={40} stroke={1.5} />}
        title={m.event_not_public_title()}
        actions={<ButtonLink to={paths.events()}>{m.dashboard_see_all_events()}</ButtonLink>}
      >
        {m.event_not_public_text({ date: momentWords(from, timeZone) })}
      </EmptyState>
    </Panel>
  )
}
