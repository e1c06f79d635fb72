import { Badge, Card, Text, Title } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useId, type CSSProperties, type ReactNode } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { m } from '#words/messages.js'
import styles from './club-card.module.css'

interface Props {
  club: Organisation
  /** What the reader is to the club, in a word. */
  tag: { label: string; color: string } | null
  /** What people have in it; nothing where nobody has anything. */
  held: ReactNode
  /** What the club sells. */
  children: ReactNode
}

/** One club: what it is, what the family has in it and until when, and what it sells. */
export function ClubCard({ club, tag, held, children }: Props) {
  const heading = useId()
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
        {tag && (
          <Badge className={styles.tag} color={tag.color} size="lg">
            {tag.label}
          </Badge>
        )}
      </div>
      <div className={styles.body}>
        {held && <div className={styles.held}>{held}</div>}
        <div className={styles.sold}>
          {club.description && <Text c="dimmed">{club.description}</Text>}
          {club.paymentTestMode && <Text size="sm">{m.order_test_club()}</Text>}
          {children}
        </div>
      </div>
    </Card>
  )
}
