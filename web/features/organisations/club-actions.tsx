import { Badge, Group } from '@mantine/core'
import { IconBuildingCommunity, IconCalendarEvent, IconCheck, IconId, IconMail } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'

interface ClubActionsProps {
  readonly club: { readonly id: string; readonly name: string; readonly isPaused?: true | undefined }
  readonly isMember?: boolean
  /** Where joining begins; none if there is nothing to join. */
  readonly join?: string | undefined
  /** Other actions of the page. */
  readonly children: ReactNode
}

/** How a button of a club's page header looks that is not the first one. */
export const onCover = { variant: 'outline', color: 'white', c: 'white' } as const

/** The buttons of a club's page header: join (unless already a member), ask, and the page's own. */
export const ClubActions = ({ club, isMember = false, join, children }: ClubActionsProps) => (
  <Group gap="sm">
    {isMember ? (
      <Badge
        size="xl"
        variant="transparent"
        c="white"
        pl={0}
        leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
      >
        {m.dashboard_member_here()}
      </Badge>
    ) : (
      join &&
      !club.isPaused && (
        <ButtonLink
          to={join}
          color="white"
          c="fjord.9"
          leftSection={<IconId size={18} stroke={1.7} />}
          aria-label={m.organizations_join_at({ club: club.name })}
        >
          {m.organizations_join()}
        </ButtonLink>
      )
    )}
    <ButtonLink
      {...onCover}
      to={paths.contactUs({ orgId: club.id })}
      leftSection={<IconMail size={18} stroke={1.7} />}
      aria-label={m.club_ask_named({ club: club.name })}
    >
      {m.club_ask()}
    </ButtonLink>
    {children}
  </Group>
)

export const ClubEventsLink = ({ club }: { club: { readonly key: string } }) => (
  <ButtonLink {...onCover} to={paths.eventsOf(club.key)} leftSection={<IconCalendarEvent size={18} stroke={1.7} />}>
    {m.club_events_all()}
  </ButtonLink>
)

/** Leads from its events to a club. */
export const ClubLink = ({ club }: { club: { readonly id: string } }) => (
  <ButtonLink
    {...onCover}
    to={paths.organisation(club.id)}
    leftSection={<IconBuildingCommunity size={18} stroke={1.7} />}
  >
    {m.club_see()}
  </ButtonLink>
)
