import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { create } from 'zustand'
import { nextPaint } from '../next-paint.ts'

// Also read by the inline script in `web/index.html`.
const key = 'mantine-color-scheme-value'
const attribute = 'data-mantine-color-scheme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

type Scheme = Exclude<MantineColorScheme, 'auto'>

/** The user's choice in this browser, otherwise the system's. */
export function scheme(): Scheme {
  const chosen = localStorage.getItem(key)
  return chosen === 'light' || chosen === 'dark' ? chosen : prefersDark.matches ? 'dark' : 'light'
}

/** Toggles the scheme for this browser. The button changes first, because restyling the page takes a while. */
export async function switchScheme(): Promise<void> {
  localStorage.setItem(key, scheme() === 'dark' ? 'light' : 'dark')
  updateStore()
  await nextPaint()
  applyToRoot()
}

export const useScheme = create<Scheme>(scheme)

const updateStore = () => useScheme.setState(scheme())

/** Only sets the root's attribute, so that nothing re-renders. `data-switching` turns off colour transitions. */
function applyToRoot() {
  const root = document.documentElement
  root.toggleAttribute('data-switching', true)
  root.setAttribute(attribute, scheme())
  setTimeout(() => root.toggleAttribute('data-switching', false), 100)
}

function sync() {
  updateStore()
  applyToRoot()
}

prefersDark.addEventListener('change', sync)
addEventListener('storage', ({ key: changed }) => {
  if (changed === key) sync()
})

const noop = () => undefined

/** Never reports changes to Mantine, which would re-render every component. */
export const schemeManager: MantineColorSchemeManager = {
  get: scheme,
  set: noop,
  subscribe: noop,
  unsubscribe: noop,
  clear: noop,
}

/** Prints in the light scheme, whichever is active. */
export function printInLight(): () => void {
  const root = document.documentElement
  let original: string | null = null
  const onBeforePrint = () => {
    original ??= root.getAttribute(attribute)
    root.setAttribute(attribute, 'light')
  }
  const onAfterPrint = () => {
    if (original !== null) root.setAttribute(attribute, original)
    original = null
  }
  const printMedia = matchMedia('print')
  const onPrintMedia = () => (printMedia.matches ? onBeforePrint() : onAfterPrint())
  addEventListener('beforeprint', onBeforePrint)
  addEventListener('afterprint', onAfterPrint)
  // Print previews only fire this event.
  printMedia.addEventListener('change', onPrintMedia)
  return () => {
    removeEventListener('beforeprint', onBeforePrint)
    removeEventListener('afterprint', onAfterPrint)
    printMedia.removeEventListener('change', onPrintMedia)
  }
}
