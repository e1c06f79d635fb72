import { Stack } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** The people a member acts for; they come with the family. */
export const ParticipantsPage = () => (
  <Stack gap="lg">
    <PageHeader title={m.title_participants()} subtitle={m.participants_subtitle()} />
    <Panel>
      <EmptyState
        icon={<IconUsersGroup size={40} stroke={1.5} />}
        title={m.participants_empty_title()}
        actions={
          <>
            <ButtonLink to={paths.myProfile()}>{m.participants_see_profile()}</ButtonLink>
            <ButtonLink to={paths.newMembership()} variant="default">
              {m.dashboard_none_action()}
            </ButtonLink>
          </>
        }
      >
        {m.participants_empty()}
      </EmptyState>
    </Panel>
  </Stack>
)
