import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconDots, IconMenu2, type Icon } from '../icons/index.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { m } from '#words/messages.js'
import { lazyDialog } from '../dialogs/lazy-dialog.tsx'
import { PlainLink } from '../link.tsx'
import type { MenuDrawerProps } from './menu-drawer.tsx'
import c from './shell.module.css'

const loadDrawer = () => import('./menu-drawer.tsx')
const MenuDrawer = lazyDialog(async () => (await loadDrawer()).MenuDrawer)
const preload = () => void loadDrawer().catch(() => undefined)

// Apart from the frame, so that a press does not draw it again.
const useMenuOpened = create(() => false)
const open = () => useMenuOpened.setState(true)
const close = () => useMenuOpened.setState(false)

const buttonProps = { 'aria-haspopup': 'dialog', onClick: open, onPointerEnter: preload } as const

/** The header's button where the menu lies over the page, and the menu itself. */
export function PhoneMenu(props: Omit<MenuDrawerProps, 'opened' | 'onClose'>) {
  const opened = useMenuOpened()
  useEffect(() => close, [])
  return (
    <>
      <ActionIcon aria-label={m.shell_menu_open()} aria-expanded={opened} {...buttonProps}>
        <IconMenu2 size={22} stroke={1.7} />
      </ActionIcon>
      <MenuDrawer opened={opened} onClose={close} {...props} />
    </>
  )
}

export interface BottomLink {
  readonly label: string
  readonly icon: Icon
  readonly to: string
  /** `page`: open now; `true`: one of its pages is. */
  readonly current: 'page' | 'true' | undefined
}

/** The most used pages on a phone, within reach of the thumb. *More* opens the menu. */
export const BottomBar = ({ links }: { links: readonly BottomLink[] }) => (
  <nav className={c.bottom} aria-label={m.shell_shortcuts()}>
    {links.map(({ label, icon: LinkIcon, to, current }) => (
      <PlainLink key={to} to={to} exact className={c.bottomEntry ?? ''} aria-current={current}>
        <span className={c.bottomIcon}>
          <LinkIcon size={22} stroke={1.7} aria-hidden />
        </span>
        {label}
      </PlainLink>
    ))}
    <MoreButton />
  </nav>
)

const MoreButton = () => (
  <UnstyledButton className={c.bottomEntry ?? ''} aria-expanded={useMenuOpened()} {...buttonProps}>
    <span className={c.bottomIcon}>
      <IconDots size={22} stroke={1.7} aria-hidden />
    </span>
    {m.nav_more()}
  </UnstyledButton>
)
