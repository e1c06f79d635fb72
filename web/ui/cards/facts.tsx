import { Stack } from '@mantine/core'
import type { Icon } from '../icons/index.ts'
import type { ReactNode } from 'react'
import c from './facts.module.css'

export const Facts = ({ children }: { readonly children: ReactNode }) => <Stack component="dl">{children}</Stack>

interface FactProps {
  readonly icon: Icon
  readonly name: string
  readonly children: ReactNode
}

export const Fact = ({ icon: FactIcon, name, children }: FactProps) => (
  <div className={c.fact}>
    <dt>
      <FactIcon size={20} stroke={1.7} aria-hidden />
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)

/** An OpenStreetMap search for an address. */
export const mapUrl = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
