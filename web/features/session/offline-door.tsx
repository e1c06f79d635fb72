import { IconCloudOff } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { reloadPage } from '#web/api/new-build/reload.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** In place of a page that needs the network: what can be read without. */
export function OfflineDoor() {
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconCloudOff size={40} stroke={1.5} />}
        title={m.offline_page_title()}
        actions={
          <>
            <ButtonLink to={paths.tickets()}>{m.title_tickets()}</ButtonLink>
            <ButtonLink to={paths.calendar()} variant="default">
              {m.title_calendar()}
            </ButtonLink>
            <Button variant="subtle" onClick={reloadPage}>
              {m.action_retry()}
            </Button>
          </>
        }
      >
        {m.offline_page_text()}
      </EmptyState>
    </Panel>
  )
}
