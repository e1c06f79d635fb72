import { Box, Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
import { Brand, type BrandProps } from './brand.tsx'
import { MainMenu, type MenuEntry } from './main-menu.tsx'
import { StoreBadge } from './store-badge.tsx'

export interface MenuDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly brand: BrandProps
  readonly menu: readonly (readonly MenuEntry[])[]
  readonly current: string
  readonly head?: ReactNode
  readonly within: readonly string[]
  readonly storeUrl: string | null
}

export const MenuDrawer = ({ opened, onClose, brand, menu, current, head, within, storeUrl }: MenuDrawerProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    size="min(288px, 86vw)"
    padding={12}
    withCloseButton={false}
    attributes={{ content: { 'aria-label': m.shell_menu() } }}
  >
    <Brand {...brand} />
    {head && (
      <Box my="md" px={4}>
        {head}
      </Box>
    )}
    <MainMenu groups={menu} current={current} within={within} mini={false} onChoose={onClose} />
    {storeUrl && <StoreBadge url={storeUrl} />}
  </Drawer>
)
