import { Stack } from '@mantine/core'
import { IconCalendarMonth } from '@tabler/icons-react'
import { ForWhom } from '#web/features/acting/for-whom.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** What the member has booked, by day; it comes with the events. */
export const CalendarPage = () => (
  <Stack gap="lg">
    <PageHeader title={m.title_calendar()} subtitle={m.calendar_subtitle()} />
    <ForWhom />
    <Panel>
      <EmptyState
        icon={<IconCalendarMonth size={40} stroke={1.5} />}
        title={m.calendar_empty_title()}
        actions={<ButtonLink to={paths.events()}>{m.tickets_see_events()}</ButtonLink>}
      >
        {m.calendar_empty()}
      </EmptyState>
    </Panel>
  </Stack>
)
