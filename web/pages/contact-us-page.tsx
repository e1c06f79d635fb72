import { Stack } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** Writing to a club; it comes with the messages. Until then a receipt names the club's address. */
export const ContactUsPage = () => (
  <Stack gap="lg">
    <PageHeader title={m.title_contact_us()} subtitle={m.contact_subtitle()} />
    <Panel>
      <EmptyState
        icon={<IconMessages size={40} stroke={1.5} />}
        title={m.contact_empty_title()}
        actions={
          <>
            <ButtonLink to={paths.memberships()}>{m.dashboard_see_memberships()}</ButtonLink>
            <ButtonLink to={paths.organisations()} variant="default">
              {m.events_see_clubs()}
            </ButtonLink>
          </>
        }
      >
        {m.contact_empty()}
      </EmptyState>
    </Panel>
  </Stack>
)
