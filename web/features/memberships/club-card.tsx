import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconClockExclamation, IconHistory, IconMapPin } from '@tabler/icons-react'
import { useId, type CSSProperties, type ReactNode } from 'react'
import type { Membership } from '#contract/memberships.ts'
import type { Organisation } from '#contract/organisations.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import styles from './club-card.module.css'
import { membershipWords } from './membership-words.ts'

interface Props {
  club: Organisation
  membership: Membership | undefined
  /** What the club sells. */
  children: ReactNode
}

/** One club: what it is, what I have in it and until when, and what it sells. */
export function ClubCard({ club, membership, children }: Props) {
  const heading = useId()
  const words = membership && membershipWords(membership)
  return (
    <Card component="article" padding={0} className={styles.card} aria-labelledby={heading}>
      <div className={styles.cover} style={{ '--h': club.hue } as CSSProperties}>
        <svg viewBox="0 0 400 96" preserveAspectRatio="none" aria-hidden>
          <path d="M0 62c60-26 120-26 180-5s130 22 220-15v54H0Z" fill="#fff" opacity=".10" />
          <path d="M0 78c80-20 150-17 220-4s120 9 180-8v30H0Z" fill="#fff" opacity=".13" />
        </svg>
        <div className={styles.title}>
          <Title order={2} id={heading}>
            {club.name}
          </Title>
          <span className={styles.city}>
            <IconMapPin size={16} stroke={1.7} aria-hidden />
            {club.city}
          </span>
        </div>
        {words && (
          <Badge className={styles.tag} color={words.color} size="lg">
            {words.label}
          </Badge>
        )}
      </div>
      <Stack gap="lg" p={{ base: 20, sm: 24 }} flex={1}>
        {club.description && <Text c="dimmed">{club.description}</Text>}
        {membership && words && (
          <Group className={styles.mine} data-tone={words.color} gap="sm" justify="space-between">
            <Group gap="sm" wrap="nowrap" className={styles.sentence}>
              {words.color === 'teal' ? <IconCircleCheck aria-hidden /> : <IconClockExclamation aria-hidden />}
              <Text fw={620}>{words.sentence}</Text>
            </Group>
            <TextLink to={paths.membershipHistory(membership.id)} className={styles.history}>
              <IconHistory size={18} stroke={1.7} aria-hidden />
              {m.membership_history_link()}
            </TextLink>
          </Group>
        )}
        {club.paymentTestMode && <Text size="sm">{m.order_test_club()}</Text>}
        {children}
      </Stack>
    </Card>
  )
}
