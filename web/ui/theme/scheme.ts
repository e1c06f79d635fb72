import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { create } from 'zustand'
import { nextPaint } from '../next-paint.ts'

// The page reads it too, before anything is drawn.
const key = 'mantine-color-scheme-value'
const attribute = 'data-mantine-color-scheme'
const dark = matchMedia('(prefers-color-scheme: dark)')

type Scheme = Exclude<MantineColorScheme, 'auto'>

/** Light or dark: the reader's choice in this browser, else the system's. */
export function scheme(): Scheme {
  const chosen = localStorage.getItem(key)
  return chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light'
}

/** Chooses the other one for this browser. The button says so first: all that is on the page takes its colours after it. */
export async function switchScheme(): Promise<void> {
  localStorage.setItem(key, scheme() === 'dark' ? 'light' : 'dark')
  tell()
  await nextPaint()
  show()
}

export const useScheme = create<Scheme>(scheme)

const tell = () => useScheme.setState(scheme())

/** The styles read it at the root alone, so that no part is drawn anew. Nothing fades from one into the other. */
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

/** To the kit it never changes: there, every part would be drawn anew with it. */
export const ownScheme: MantineColorSchemeManager = {
  get: scheme,
  set: leave,
  subscribe: leave,
  unsubscribe: leave,
  clear: leave,
}

/** Paper is white: a page is printed in the light theme, whichever it is read in. */
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
  // A preview of paper tells it this way alone.
  paper.addEventListener('change', change)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    paper.removeEventListener('change', change)
  }
}
