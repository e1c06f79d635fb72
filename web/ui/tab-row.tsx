import { Tabs } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import c from './tab-row.module.css'

/** The tabs of a page in one row, which scrolls sideways where it is longer than the screen is wide. */
export function TabRow({ selected, children }: { readonly selected: string; readonly children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = row.current!
    const tab = list.querySelector<HTMLElement>(`[id$="-tab-${selected}"]`)
    if (tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  }, [selected])
  return (
    <Tabs.List ref={row} mb="lg" className={c.row ?? ''}>
      {children}
    </Tabs.List>
  )
}
