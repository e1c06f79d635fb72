import { ActionIcon } from '@mantine/core'
import { type Icon, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { countText } from '#web/ui/words/format.ts'
import { readText, writeText } from '#web/api/local-storage.ts'
import { m } from '#words/messages.js'
import { panelButton } from './panel-button.tsx'
import c from './panel-shell.module.css'

export interface PanelTab<K extends string = string> {
  readonly key: K
  readonly label: string
  readonly icon: Icon
  /** What is not read. */
  readonly count: number
}

interface SidePanelProps<K extends string> {
  readonly tabs: readonly PanelTab<K>[]
  readonly tab: K
  readonly onTab: (tab: K) => void
  /** It stands beside the page; else it lies over it, and the page waits. */
  readonly docked: boolean
  readonly onClose: () => void
  /** Of the tab that is shown. */
  readonly children: ReactNode
}

/** The panel at the right of every page. It takes the focus when it opens, and gives it back. */
export function SidePanel<K extends string>(props: SidePanelProps<K>) {
  const { tabs, tab, onTab, docked, onClose, children } = props
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const shown = tabs.find(({ key }) => key === tab) ?? tabs[0]!
  const strip = useFocusOfPanel(docked)

  useLeaving(panel, docked, onClose)
  const choose = (key: K) => {
    onTab(key)
    document.getElementById(`${id}-${key}`)?.focus()
  }
  const moveAlong = (event: KeyboardEvent) => {
    const at = tabs.indexOf(shown)
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose(tabs.at(to % tabs.length)!.key)
  }

  return createPortal(
    <>
      {!docked && <button type="button" tabIndex={-1} aria-hidden className={c.backdrop} onClick={onClose} />}
      <div
        ref={panel}
        role={docked ? 'complementary' : 'dialog'}
        aria-modal={docked ? undefined : true}
        aria-label={m.panel_label()}
        className={c.panel}
        data-docked={docked || undefined}
      >
        <div className={c.head}>
          <div ref={strip} role="tablist" aria-label={m.panel_tabs()} className={c.tabs}>
            {tabs.map(({ key, label, icon: TabIcon, count }) => (
              <button
                key={key}
                id={`${id}-${key}`}
                type="button"
                role="tab"
                className={c.tab}
                aria-label={count > 0 ? `${label}, ${m.panel_tab_count({ count })}` : undefined}
                aria-selected={key === shown.key}
                aria-controls={`${id}-content`}
                tabIndex={key === shown.key ? 0 : -1}
                onClick={() => onTab(key)}
                onKeyDown={moveAlong}
              >
                <TabIcon size={18} stroke={1.7} aria-hidden />
                <span className={c.label}>{label}</span>
                {count > 0 && (
                  <span className={c.count} aria-hidden>
                    {countText(count)}
                  </span>
                )}
              </button>
            ))}
          </div>
          <ActionIcon aria-label={m.panel_close()} onClick={onClose}>
            <IconX size={20} stroke={1.7} />
          </ActionIcon>
        </div>
        <div
          key={shown.key}
          id={`${id}-content`}
          role="tabpanel"
          aria-labelledby={`${id}-${shown.key}`}
          className={c.content}
        >
          {children}
        </div>
      </div>
    </>,
    document.body,
  )
}

/** While the panel lies over the page, the page can be neither read nor reached; what toasts offer can. */
function useFocusOfPanel(docked: boolean) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const page = document.getElementById('root')
    if (docked || !page) return
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [docked])
  useEffect(() => {
    strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
    return () => {
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) document.getElementById(panelButton)?.focus()
    }
  }, [])
  return strip
}

/** Escape closes it, unless it is for something within; so does following a link while it lies over the page. */
function useLeaving(panel: RefObject<HTMLElement | null>, docked: boolean, onClose: () => void) {
  const keyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    onClose()
  })
  const click = useEffectEvent(({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const link = (target as Element).closest('a[href]')
    if (!docked && link && !ctrlKey && !metaKey && !shiftKey) onClose()
  })
  useEffect(() => {
    const inside =
      <E extends Event>(act: (event: E) => void) =>
      (event: E) => {
        if (panel.current && event.composedPath().includes(panel.current)) act(event)
      }
    const [onKey, onClick] = [
      inside((event: globalThis.KeyboardEvent) => keyDown(event)),
      inside((event: MouseEvent) => click(event)),
    ]
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [panel])
}

const tabs = ['notes', 'alerts', 'chat'] as const
export type Tab = (typeof tabs)[number]

const key = 'portal.panel-tab'

/** The tab that was shown last since the person came; chat opens by default. */
export function lastTab(): Tab {
  const last = readText('tab', key)
  return tabs.find((tab) => tab === last) ?? 'chat'
}

export const saveTab = (tab: Tab) => void writeText('tab', key, tab)
