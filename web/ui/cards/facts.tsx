import { Stack } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import c from './facts.module.css'

/** What is known of something, each with its sign. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <Stack component="dl">{children}</Stack>

interface FactProps {
  readonly icon: Icon
  readonly name: string
  readonly children: ReactNode
}

export const Fact = ({ icon: Sign, name, children }: FactProps) => (
  <div className={c.fact}>
    <Sign size={20} stroke={1.7} aria-hidden />
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Where a map shows an address; the other site learns nothing but the address. */
export const mapOf = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
