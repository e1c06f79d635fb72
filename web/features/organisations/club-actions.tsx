import { Badge, Group } from '@mantine/core'
import { IconCheck, IconId, IconMail, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'

interface ClubActionsProps {
  readonly club: { readonly id: string; readonly name: string }
  readonly isMember: boolean
  /** A link to another page of the club. */
  readonly other: { readonly to: string; readonly label: string; readonly icon: ComponentType<IconProps> }
}

const white = { variant: 'outline', color: 'white', c: 'white' } as const

/** The buttons of a club's page header: join (unless already a member), ask, and another page. */
export const ClubActions = ({ club, isMember, other: { to, label, icon: Icon } }: ClubActionsProps) => (
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
      <ButtonLink
        to={paths.newMembership({ orgId: club.id })}
        color="white"
        c="fjord.9"
        leftSection={<IconId size={18} stroke={1.7} aria-hidden />}
      >
        {m.organizations_join()}
      </ButtonLink>
    )}
    <ButtonLink
      {...white}
      to={paths.contactUs({ orgId: club.id })}
      leftSection={<IconMail size={18} stroke={1.7} aria-hidden />}
      aria-label={m.club_ask_named({ club: club.name })}
    >
      {m.club_ask()}
    </ButtonLink>
    <ButtonLink {...white} to={to} leftSection={<Icon size={18} stroke={1.7} aria-hidden />}>
      {label}
    </ButtonLink>
  </Group>
)
