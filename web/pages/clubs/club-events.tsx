import { IconCalendarEvent } from '@tabler/icons-react'
import { EventList } from '#web/features/events/event-list.tsx'
import { eventsOfClubQuery } from '#web/features/events/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** What a club has on next. */
export const ClubEvents = ({ orgId, isMember }: { orgId: string; isMember: boolean }) => (
  <EventList
    query={eventsOfClubQuery(orgId)}
    title={m.club_events()}
    member={isMember}
    empty={
      <Panel>
        <EmptyState
          order={3}
          icon={<IconCalendarEvent size={40} stroke={1.5} />}
          title={m.club_events_none_title()}
          actions={
            <ButtonLink to={paths.events()} variant="default">
              {m.events_of_all()}
            </ButtonLink>
          }
        >
          {m.club_events_none()}
        </EmptyState>
      </Panel>
    }
  />
)
