import { Badge, Text } from '@mantine/core'
import { IconChevronRight, IconId } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Membership } from '#contract/memberships.ts'
import type { Organisation } from '#contract/organisations.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { membershipWords } from '../words.ts'
import styles from './my-memberships.module.css'

interface Props {
  memberships: readonly Membership[]
  clubs: readonly Organisation[]
}

/** A line for each club I have been a member of, leading to its seasons. */
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
      <ul className={styles.list}>
        {memberships.map((membership) => {
          const club = clubs.find(({ id }) => id === membership.orgId)
          const words = membershipWords(membership)
          return (
            <li key={membership.id}>
              <PlainLink to={paths.membershipHistory(membership.id)} className={styles.row}>
                <span className={styles.colour} style={{ '--h': club?.hue ?? 220 } as CSSProperties} aria-hidden>
                  {club?.name.slice(0, 1)}
                </span>
                <span className={styles.words}>
                  <Text component="span" fw={620}>
                    {club?.name ?? m.dashboard_closed_club()}
                  </Text>
                  <Text component="span" size="sm" c="dimmed">
                    {words.sentence}
                  </Text>
                </span>
                <span className={styles.badges}>
                  {membership.memberships.some(({ payment }) => payment?.testMode) && (
                    <Badge color="coral">{m.order_test_mode()}</Badge>
                  )}
                  <Badge color={words.color}>{words.label}</Badge>
                </span>
                <IconChevronRight size={18} stroke={1.7} className={styles.arrow} aria-hidden />
              </PlainLink>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
