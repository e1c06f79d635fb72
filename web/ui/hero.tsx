import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import c from './hero.module.css'

interface HeroProps {
  readonly eyebrow: string
  readonly title: string
  readonly tall?: boolean
  readonly children?: ReactNode
}

/** The picture a page opens with, and its h1. */
export const Hero = ({ eyebrow, title, tall, children }: HeroProps) => (
  <section className={c.hero} data-tall={tall || undefined}>
    <svg className={c.waves} viewBox="0 0 1200 240" preserveAspectRatio="none" aria-hidden>
      <path d="M0 210c180-60 330-40 520-20s420 20 680-130v180H0Z" fill="#fff" opacity=".07" />
      <path d="M0 232c220-50 400-30 600-14s380 6 600-86v110H0Z" fill="#fff" opacity=".09" />
    </svg>
    <div className={c.content}>
      <Text size="sm" fw={600} mb={6} c="#d6edf5">
        {eyebrow}
      </Text>
      <Title order={1} className={c.title} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </div>
  </section>
)
