import { Stack } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** The clubs' events; their screens come with the next stories. */
export const EventsPage = () => (
  <Stack gap="lg">
    <PageHeader title={m.events_heading()} subtitle={m.events_subtitle()} />
    <Panel>
      <EmptyState
        icon={<IconCalendarEvent size={40} stroke={1.5} />}
        title={m.events_empty_title()}
        actions={
          <>
            <ButtonLink to={paths.memberships()}>{m.dashboard_see_memberships()}</ButtonLink>
            <ButtonLink to={paths.organisations()} variant="default">
              {m.events_see_clubs()}
            </ButtonLink>
          </>
        }
      >
        {m.events_empty()}
      </EmptyState>
    </Panel>
  </Stack>
)
