import { Box, Text, Title } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import c from './hero.module.css'

interface HeroProps {
  readonly eyebrow: string
  readonly title: string
  readonly tall?: boolean
  /** A club's, on which white can be read; defaults to the portal's. */
  readonly colour?: string
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

/** The banner at the top of a page, with its h1. */
export const Hero = ({ eyebrow, title, tall, colour, aside, children }: HeroProps) => (
  <section
    className={c.hero}
    data-tall={tall || undefined}
    data-club={colour && true}
    style={{ '--club': colour } as CSSProperties}
  >
    <svg className={c.waves} viewBox="0 0 1200 240" preserveAspectRatio="none" aria-hidden>
      <path d="M0 210c180-60 330-40 520-20s420 20 680-130v180H0Z" fill="#fff" opacity=".07" />
      <path d="M0 232c220-50 400-30 600-14s380 6 600-86v110H0Z" fill="#fff" opacity=".09" />
    </svg>
    {aside}
    <Box pos="relative" flex="1 1 11rem" miw={0}>
      <Text size="sm" fw={600} mb={6} c="#d6edf5">
        {eyebrow}
      </Text>
      <Title order={1} className={c.title} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </Box>
  </section>
)
