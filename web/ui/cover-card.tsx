import { Card, Text, Title } from '@mantine/core'
import { useId, type CSSProperties, type ReactNode } from 'react'
import c from './cover-card.module.css'
import { PlainLink } from './link.tsx'

interface CoverCardProps {
  /** Hue of the cover, 0 to 359. */
  readonly hue: number
  readonly title: string
  /** The whole card leads there. */
  readonly to: string
  /** A word in the cover's corner. */
  readonly tag?: ReactNode
  /** Facts with their icons, a line each. */
  readonly facts?: readonly { readonly icon: ReactNode; readonly text: string }[]
  readonly text?: string
  readonly action?: ReactNode
  readonly order?: 2 | 3
}

/** A card with a cover in the thing's own colour. */
export function CoverCard({ hue, title, to, tag, facts = [], text, action, order = 3 }: CoverCardProps) {
  const heading = useId()
  return (
    <Card component="article" className={c.card} padding={0} aria-labelledby={heading}>
      <div className={c.cover} style={{ '--h': hue } as CSSProperties}>
        <svg viewBox="0 0 400 96" preserveAspectRatio="none" aria-hidden>
          <path d="M0 60c60-28 120-28 180-6s130 26 220-16v58H0Z" fill="#fff" opacity=".10" />
          <path d="M0 78c80-22 150-18 220-4s120 10 180-9v31H0Z" fill="#fff" opacity=".13" />
        </svg>
        {tag && <span className={c.tag}>{tag}</span>}
      </div>
      <div className={c.body}>
        <Title order={order} size="h3" id={heading}>
          <PlainLink to={to} className={c.link}>
            {title}
          </PlainLink>
        </Title>
        {facts.map((fact) => (
          <div key={fact.text} className={c.fact}>
            {fact.icon}
            {fact.text}
          </div>
        ))}
        {text && (
          <Text c="dimmed" size="sm" className={c.text}>
            {text}
          </Text>
        )}
        {action && <div className={c.action}>{action}</div>}
      </div>
    </Card>
  )
}

export const CoverCards = ({ children }: { children: ReactNode }) => <div className={c.grid}>{children}</div>
