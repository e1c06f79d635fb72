import { Stack } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { ForWhom } from '#web/features/acting/for-whom.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** The member's tickets; they come with the events. */
export const TicketsPage = () => (
  <Stack gap="lg">
    <PageHeader title={m.title_tickets()} subtitle={m.tickets_subtitle()} />
    <ForWhom />
    <Panel>
      <EmptyState
        icon={<IconTicket size={40} stroke={1.5} />}
        title={m.tickets_empty_title()}
        actions={
          <>
            <ButtonLink to={paths.events()}>{m.tickets_see_events()}</ButtonLink>
            <ButtonLink to={paths.memberships()} variant="default">
              {m.dashboard_see_memberships()}
            </ButtonLink>
          </>
        }
      >
        {m.tickets_empty()}
      </EmptyState>
    </Panel>
  </Stack>
)
