import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { create } from 'zustand'
import { nextPaint } from '../next-paint.ts'

// Also read by the inline script in `web/index.html`.
const key = 'mantine-color-scheme-value'
const attribute = 'data-mantine-color-scheme'
const dark = matchMedia('(prefers-color-scheme: dark)')

type Scheme = Exclude<MantineColorScheme, 'auto'>

/** The user's choice in this browser, otherwise the system's. */
export function scheme(): Scheme {
  const chosen = localStorage.getItem(key)
  return chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light'
}

/** Toggles the scheme for this browser. The button changes first, because restyling the page takes a while. */
export async function switchScheme(): Promise<void> {
  localStorage.setItem(key, scheme() === 'dark' ? 'light' : 'dark')
  tell()
  await nextPaint()
  show()
}

export const useScheme = create<Scheme>(scheme)

const tell = () => useScheme.setState(scheme())

/** Only sets the root's attribute, so that nothing re-renders. `data-switching` turns off colour transitions. */
function show() {
  const root = document.documentElement
  root.toggleAttribute('data-switching', true)
  root.setAttribute(attribute, scheme())
  setTimeout(() => root.toggleAttribute('data-switching', false), 100)
}

function follow() {
  tell()
  show()
}

dark.addEventListener('change', follow)
addEventListener('storage', ({ key: changed }) => {
  if (changed === key) follow()
})

const leave = () => undefined

/** Never reports changes to Mantine, which would re-render every component. */
export const ownScheme: MantineColorSchemeManager = {
  get: scheme,
  set: leave,
  subscribe: leave,
  unsubscribe: leave,
  clear: leave,
}

/** Prints in the light scheme, whichever is active. */
export function printInLight(): () => void {
  const root = document.documentElement
  let read: string | null = null
  const begin = () => {
    read ??= root.getAttribute(attribute)
    root.setAttribute(attribute, 'light')
  }
  const end = () => {
    if (read !== null) root.setAttribute(attribute, read)
    read = null
  }
  const paper = matchMedia('print')
  const change = () => (paper.matches ? begin() : end())
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  // Print previews only fire this event.
  paper.addEventListener('change', change)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    paper.removeEventListener('change', change)
  }
}
