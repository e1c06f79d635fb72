import { ActionIcon, AppShell, Badge, Drawer, Group, Portal, Tabs, VisuallyHidden } from '@mantine/core'
import { IconX } from '#web/ui/icons/index.ts'
import { useEffect, useEffectEvent, type MouseEvent, type ReactNode } from 'react'
import { countText } from '#web/ui/words/format.ts'
import { readText, writeText } from '#web/api/local-storage.ts'
import { m } from '#words/messages.js'
import { panelButton } from './panel-button.tsx'
import c from './panel-shell.module.css'

const tabKeys = ['notes', 'alerts', 'chat'] as const
export type Tab = (typeof tabKeys)[number]

export interface PanelTab {
  readonly key: Tab
  readonly label: string
  readonly unread: number
}

interface SidePanelProps {
  readonly tabs: readonly PanelTab[]
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  /** Stands beside the page; otherwise it covers the page. */
  readonly docked: boolean
  readonly onClose: () => void
  /** The content of the selected tab. */
  readonly children: ReactNode
}

/** The panel on the right of every page. Takes the focus when it opens, and returns it. */
export function SidePanel({ tabs, tab, onTab, docked, onClose, children }: SidePanelProps) {
  useInertPage(!docked)
  useFocusReturn()

  useEscape(onClose)

  const isInside = ({ currentTarget, target }: MouseEvent) => currentTarget.contains(target as Node)
  const events = {
    onClick: (event: MouseEvent) => {
      const link = (event.target as Element).closest('a[href]')
      if (!docked && link && isInside(event) && !event.ctrlKey && !event.metaKey && !event.shiftKey) onClose()
    },
    'aria-label': m.panel_label(),
    'data-panel': true,
  }
  const content = (
    <Tabs value={tab} onChange={(key) => onTab(key as Tab)} variant="pills" className={c.panel ?? ''}>
      <Group wrap="nowrap" gap="xs" px="sm" py="xs" mih={64} className={c.head ?? ''}>
        <Tabs.List ref={focusSelected} grow flex={1} aria-label={m.panel_tabs()}>
          {tabs.map(({ key, label, unread }) => (
            <Tabs.Tab
              key={key}
              value={key}
              mih={44}
              px={10}
              fw={600}
              rightSection={
                unread > 0 && (
                  <Badge color="coral.7" variant="filled" size="md" radius="xl" aria-hidden>
                    {countText(unread)}
                  </Badge>
                )
              }
            >
              {label}
              {unread > 0 && <VisuallyHidden>{m.panel_tab_count({ count: unread })}</VisuallyHidden>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <ActionIcon aria-label={m.panel_close()} onClick={onClose}>
          <IconX size={20} stroke={1.7} />
        </ActionIcon>
      </Group>
      <Tabs.Panel key={tab} value={tab} className={c.content ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
  return docked ? (
    <Portal>
      {/* Below the header, so that the panel's button stays where it is. */}
      <AppShell.Aside zIndex={80} className={c.docked ?? ''} {...events}>
        {content}
      </AppShell.Aside>
    </Portal>
  ) : (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size={440}
      // Below toasts, whose buttons can be reached. The page is inert instead.
      zIndex={190}
      trapFocus={false}
      closeOnEscape={false}
    >
      <Drawer.Overlay />
      <Drawer.Content {...events}>{content}</Drawer.Content>
    </Drawer.Root>
  )
}

const focusSelected = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()

/** Elements that open over the page. */
const over = ':is([role="menu"], [role="listbox"], [role="dialog"]):not([data-panel])'

/** Closes with Escape, wherever the focus is, unless a field or something over the page uses it. */
function useEscape(onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if ([...document.querySelectorAll(over)].some((one) => one.checkVisibility())) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function useInertPage(inert: boolean) {
  useEffect(() => {
    const page = document.getElementById('root')
    if (!inert || !page) return
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [inert])
}

/** The panel unmounts when it closes, so the kit can't return the focus. */
function useFocusReturn() {
  useEffect(
    () => () => {
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) document.getElementById(panelButton)?.focus()
    },
    [],
  )
}

const storageKey = 'portal.panel-tab'

/** The last selected tab of this session, chat by default. */
export function lastTab(): Tab {
  const last = readText('tab', storageKey)
  return tabKeys.find((tab) => tab === last) ?? 'chat'
}

export const saveTab = (tab: Tab) => void writeText('tab', storageKey, tab)
