import { Text, Title, Skeleton } from '@mantine/core'
import { IconMapPin } from '#web/ui/icons/index.ts'
import type { CSSProperties, ReactNode } from 'react'
import { coverSizes } from '#contract/events/picture.ts'
import { colourOf, coverOf, type NamedClub } from '#web/api/club-urls.ts'
import c from './club-head.module.css'
import { ClubMark } from './club-mark.tsx'
import { langOf } from '#web/ui/own-text.tsx'

interface ClubHeadProps {
  readonly club: NamedClub & {
    readonly city: string
    readonly description: string
    readonly danish?: readonly string[] | undefined
  }
  /** The club's name when left out. */
  readonly title?: string
  readonly children: ReactNode
}

/** Page header with the club's cover, logo and colour, and the h1. */
export function ClubHead({ club, title = club.name, children }: ClubHeadProps) {
  const cover = coverOf(club)
  return (
    <header className={c.head} style={{ '--club': colourOf(club) } as CSSProperties}>
      {cover && <img {...cover} sizes={coverSizes} alt="" fetchPriority="high" decoding="async" className={c.cover} />}
      <div className={c.content}>
        <div className={c.name}>
          <ClubMark club={club} size={72} raised />
          <div>
            <Title order={1} tabIndex={-1} c="white">
              {title}
            </Title>
            {club.city && (
              <Text size="sm" fw={600} className={c.place}>
                <IconMapPin size={16} stroke={1.7} aria-hidden />
                {club.city}
              </Text>
            )}
          </div>
        </div>
        <Text maw="68ch" lang={langOf(club, 'description')}>
          {club.description}
        </Text>
        <div className={c.actions}>{children}</div>
      </div>
    </header>
  )
}

/** As tall as a header with a cover and one or two lines of text. */
export const ClubHeadSkeleton = () => <Skeleton className={c.waiting} radius={20} />
