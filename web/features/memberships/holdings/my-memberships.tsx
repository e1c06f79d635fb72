import { Badge, Group, Text } from '@mantine/core'
import { IconChevronRight, IconId } from '@tabler/icons-react'
import type { Membership } from '#contract/memberships.ts'
import type { Organisation } from '#contract/organisations.ts'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { ClubMark } from '#web/ui/initials.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import page from '#web/ui/page.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { membershipWords } from '../words.ts'

interface Props {
  memberships: readonly Membership[]
  clubs: readonly Organisation[]
}

/** One row per club, linking to the membership history. */
export function MyMemberships({ memberships, clubs }: Props) {
  if (memberships.length === 0) {
    return (
      <Panel title={m.dashboard_mine()} padding="lg">
        <EmptyState
          order={3}
          icon={<IconId size={40} stroke={1.5} />}
          title={m.dashboard_mine_empty_title()}
          actions={<ButtonLink to={paths.newMembership()}>{m.dashboard_none_action()}</ButtonLink>}
        >
          {m.dashboard_mine_empty()}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Panel
      title={m.dashboard_mine()}
      actions={
        <ButtonLink to={paths.newMembership()} variant="light" size="sm">
          {m.memberships_new()}
        </ButtonLink>
      }
    >
      <Rows>
        {memberships.map((membership) => {
          const club = clubs.find(({ id }) => id === membership.orgId)
          const words = membershipWords(membership)
          return (
            <Row
              key={membership.id}
              picture={<ClubMark name={club?.name ?? ''} hue={club?.hue ?? 220} size={42} />}
              title={
                <PlainLink to={paths.membershipHistory(membership.id)} className={page.wholeLink ?? ''}>
                  {club?.name ?? m.dashboard_closed_club()}
                </PlainLink>
              }
              aside={
                <Group gap={6}>
                  {membership.memberships.some(({ payment }) => payment?.testMode) && (
                    <Badge color="coral">{m.order_test_mode()}</Badge>
                  )}
                  <Badge color={words.color}>{words.label}</Badge>
                  <IconChevronRight size={18} stroke={1.7} aria-hidden />
                </Group>
              }
            >
              <Text size="sm" c="dimmed">
                {words.sentence}
              </Text>
            </Row>
          )
        })}
      </Rows>
    </Panel>
  )
}
