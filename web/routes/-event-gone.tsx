import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { openClubOfKeyQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { isBot, useErrorTitle } from './-error-page.tsx'

/** An event that a link leads to and that the club no longer shows. */
export function EventGone({ orgKey }: { orgKey: string }) {
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
