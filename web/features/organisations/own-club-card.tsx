import { Group } from '@mantine/core'
import { IconBuildingCommunity, IconMapPin, IconMessage, IconMessageQuestion, IconTicket } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Organisation } from '#contract/organisations/organisations.ts'
import { colourOf } from '#web/api/club-urls.ts'
import { paths } from '#web/paths.ts'
import { CoverCard } from '#web/ui/cards/cover-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { ClubMark } from './club-mark.tsx'

interface Props {
  readonly club: Pick<Organisation, 'id' | 'key' | 'name' | 'hue' | 'face' | 'city'>
  readonly isMember: boolean
  /** Tickets to upcoming events. */
  readonly tickets: number
  /** Questions the club has not answered. */
  readonly waiting: number
  /** Answers waiting for the member. */
  readonly answers: number
  /** Thread with the newest answer, if any. */
  readonly answered: string | null
  readonly children: ReactNode
}

const icon = { size: 16, stroke: 1.7 }

/** One of the family's clubs, with its members, tickets and questions. */
export function OwnClubCard({ club, isMember, tickets, waiting, answers, answered, children }: Props) {
  const { id, key, name, city } = club
  return (
    <CoverCard
      order={2}
      colour={colourOf(club)}
      mark={<ClubMark club={club} size={52} raised />}
      title={name}
      to={paths.organisation(id)}
      tag={isMember && m.dashboard_member_here()}
      facts={[
        ...(city ? [{ icon: <IconMapPin {...icon} />, text: city }] : []),
        ...(tickets > 0
          ? [{ icon: <IconTicket {...icon} />, text: m.own_organizations_tickets({ count: tickets }) }]
          : []),
        ...(waiting > 0
          ? [{ icon: <IconMessageQuestion {...icon} />, text: m.own_organizations_waiting({ count: waiting }) }]
          : []),
        ...(answers > 0
          ? [{ icon: <IconMessage {...icon} />, text: m.own_organizations_answers({ count: answers }) }]
          : []),
      ]}
      action={
        <Group gap="xs" justify="flex-end">
          <ButtonLink
            to={paths.eventsOf(key)}
            variant="default"
            aria-label={m.own_organizations_events_named({ club: name })}
          >
            {m.own_organizations_events()}
          </ButtonLink>
          <ButtonLink
            to={paths.contactUs(answered ? { thread: answered } : { orgId: id })}
            variant="light"
            aria-label={answered ? m.own_organizations_read_named({ club: name }) : m.club_ask_named({ club: name })}
          >
            {answered ? m.own_organizations_read() : m.club_ask()}
          </ButtonLink>
        </Group>
      }
    >
      {children}
    </CoverCard>
  )
}

export const NoClubs = () => (
  <Panel>
    <EmptyState
      icon={<IconBuildingCommunity size={40} stroke={1.5} />}
      title={m.own_organizations_empty_title()}
      actions={<ButtonLink to={paths.organisations()}>{m.own_organizations_find()}</ButtonLink>}
    >
      {m.own_organizations_empty()}
    </EmptyState>
  </Panel>
)
