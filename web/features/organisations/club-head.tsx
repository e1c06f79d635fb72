import { Text, Title, Skeleton } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import c from './club-head.module.css'
import { Cover } from '../../ui/cards/cover-card.tsx'

interface ClubHeadProps {
  /** Hue of the club's colour, 0 to 359. */
  readonly hue: number
  readonly title: string
  readonly place: string
  readonly text: string
  readonly children: ReactNode
}

/** Page header in the club's colour, with the h1. */
export const ClubHead = ({ hue, title, place, text, children }: ClubHeadProps) => (
  <Cover hue={hue} className={c.head}>
    <div className={c.content}>
      {place && (
        <Text size="sm" fw={600} className={c.place}>
          <IconMapPin size={16} stroke={1.7} aria-hidden />
          {place}
        </Text>
      )}
      <Title order={1} tabIndex={-1} c="white">
        {title}
      </Title>
      <Text maw="68ch">{text}</Text>
      <div className={c.actions}>{children}</div>
    </div>
  </Cover>
)

/** As tall as a header with one or two lines of text. */
export const ClubHeadSkeleton = () => <Skeleton height="clamp(236px, 60vw - 40px, 268px)" radius={20} />
