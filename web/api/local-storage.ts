import { useState } from 'react'
import { actingState } from './acting/acting.ts'
import { createStore } from 'zustand/vanilla'
import { config } from './config.ts'

/** Where something is kept: in this browser, for all its tabs, or in one tab until that is closed. */
export type StorageArea = 'browser' | 'tab'

/**
 * Stands in where the browser refuses storage, and on a page on which a super admin acts as a member: that begins and ends
 * with a page of its own, so that nothing of the member stays in this browser and the admin finds what is their own.
 */
const memory = new Map<string, string>()
let isApart = false

const isActingAs = () => (isApart ||= actingState().acting?.as === 'impersonator')
const storeOf = (where: StorageArea) => (where === 'tab' ? sessionStorage : localStorage)

/** A text as it is kept; null: there is none. */
export function readText(where: StorageArea, key: string): string | null {
  try {
    return memory.get(where + key) ?? (isActingAs() ? null : storeOf(where).getItem(key))
  } catch {
    return null
  }
}

/**
 * Keeps a text; null forgets it.
 * @returns whether the next page finds it as it is
 */
export function writeText(where: StorageArea, key: string, text: string | null): boolean {
  memory.delete(where + key)
  try {
    if (!isActingAs()) {
      if (text === null) storeOf(where).removeItem(key)
      else storeOf(where).setItem(key, text)
      return true
    }
  } catch {
    // Refused.
  }
  if (text !== null) memory.set(where + key, text)
  return false
}

/** A value as it is kept; null: there is none of this kind. */
export const readValue = <T>(where: StorageArea, key: string, isOne: (value: unknown) => value is T): T | null =>
  parseStored(readText(where, key), isOne)

/** Keeps a value; null forgets it. @returns whether the next page finds it as it is */
export const writeValue = (where: StorageArea, key: string, value: object | null): boolean =>
  writeText(where, key, value && JSON.stringify(value))

/** What a kept text says; null where it is of another version of the portal, or of anybody's hand. */
export function parseStored<T>(text: string | null, isOne: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isOne(value) ? value : null
  } catch {
    return null
  }
}

const draftKeyOf = (name: string) => `draft ${name}`

/** A text that is being typed; this tab keeps it over a reload and a look at something else. */
export function useStoredText(name: string) {
  const [text, setText] = useState(() => storedText(name))
  const change = (next: string) => {
    setText(next)
    storeText(name, next)
  }
  return { text, change }
}

/** Keeps what is typed under a name for this tab; an empty text forgets it. */
export const storeText = (name: string, text: string) => void writeText('tab', draftKeyOf(name), text || null)

/** What was typed under a name; empty without any. */
export const storedText = (name: string): string => readText('tab', draftKeyOf(name)) ?? ''

interface Owned {
  /** Whose it is; null: of somebody who is not signed in. */
  readonly memberId: string | null
  /** Milliseconds since 1970. */
  readonly keptAt: number
}

/** As long as a basket of memberships. */
const lifetime = 7 * 24 * 60 * 60 * 1000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member finds theirs in every tab and on another day; whoever is not signed in leaves theirs with the tab. */
const whereOf = (memberId: string | null): StorageArea => (memberId === null ? 'tab' : 'browser')

/**
 * What people type or choose before they send it, by place, such as an event or a conversation. Whoever signs in takes over
 * what they left signed out in the same tab; another's is not shown.
 */
export function draftsByPlace<D extends Owned>(key: string, isDraft: (value: unknown) => value is D) {
  const changes = createStore<number>(() => 0)

  const parse = (text: string | null, memberId: string | null, now: number): Record<string, D> =>
    Object.fromEntries(
      Object.entries(parseStored(text, isObject) ?? {}).filter(
        (entry): entry is [string, D] =>
          isDraft(entry[1]) && entry[1].memberId === memberId && now - entry[1].keptAt < lifetime,
      ),
    )

  function change(memberId: string | null, now: number, next: (drafts: Record<string, D>) => Record<string, D>) {
    const where = whereOf(memberId)
    writeValue(where, key, next(parse(readText(where, key), memberId, now)))
  }

  const without = (place: string) => (drafts: Record<string, D>) => {
    const { [place]: _, ...others } = drafts
    return others
  }

  const tell = () => changes.setState((count) => count + 1)

  /** All that is kept for whoever, as one text: the same as long as nothing changes. */
  const text = () => `${readText('browser', key) ?? ''}\n${readText('tab', key) ?? ''}`

  return {
    text,

    /** The draft for a place, one with `memberId: null` where it was left signed out; `of`: what `text` told. */
    find(place: string, memberId: string | null, now = Date.now(), of = text()): D | null {
      const [browser = null, tab = null] = of.split('\n')
      const left = parse(tab, null, now)[place] ?? null
      const own = memberId === null ? null : (parse(browser, memberId, now)[place] ?? null)
      return own && own.keptAt >= (left?.keptAt ?? 0) ? own : left
    },

    /** What another member left in this browser is forgotten with it. */
    keep(place: string, draft: D): void {
      change(draft.memberId, draft.keptAt, (drafts) => ({ ...drafts, [place]: draft }))
      if (draft.memberId !== null) change(null, draft.keptAt, without(place))
      tell()
    },

    forget(place: string, memberId: string | null, now = Date.now()): void {
      for (const owner of new Set([memberId, null])) change(owner, now, without(place))
      tell()
    },

    /** Hears of every change of what is kept, by this tab or another. @returns stops it */
    watch: (listener: () => void): (() => void) => {
      // Without a key: all is forgotten.
      const elsewhere = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener()
      }
      const stop = changes.subscribe(listener)
      addEventListener('storage', elsewhere)
      return () => {
        stop()
        removeEventListener('storage', elsewhere)
      }
    },
  }
}

/** Where a basket is kept in this browser, for the person who filled it. */
export const draftKey = 'order-draft'

/** Where registrations on their way are kept, by event. */
export const registrationsKey = 'registration-drafts'

/** Where messages on their way are kept, by where they go. */
export const messagesKey = 'message-drafts'

/** Where the first login of this browser's session is kept (`session/first-login.ts`). */
export const firstLoginKey = 'portal.first-login'

/** Where the order is named whose payment was opened last: in local storage, else in a cookie. */
export const paymentKey = (product: string) => `${product}token`

/**
 * Names the member of whom drafts are kept: in this browser, until they sign out, and in this tab. By it `web/index.html` tells
 * whether somebody probably is signed in.
 */
const keptOf = 'portal.kept-of'

/** Forgets all that this browser keeps of whoever was signed in: what they were about to buy, to pay and to write. */
export function clearPersonalStorage(): void {
  const payment = paymentKey(config.productKey)
  for (const key of [keptOf, draftKey, registrationsKey, messagesKey, firstLoginKey, payment])
    localStorage.removeItem(key)
  document.cookie = `${payment}=; Path=/; Max-Age=0`
}

/** Forgets what another person left in this browser and typed in this tab, now that this one is signed in. */
export function clearStorageOfOthers(memberId: string): void {
  // What nobody's name stands on may be anybody's.
  if (localStorage.getItem(keptOf) !== memberId) clearPersonalStorage()
  const before = sessionStorage.getItem(keptOf)
  for (const store of [localStorage, sessionStorage]) store.setItem(keptOf, memberId)
  // What was typed before anybody signed in here goes with whoever does.
  if (before === null || before === memberId) return
  for (const key of Object.keys(sessionStorage)) if (/^(draft|note) /.test(key)) sessionStorage.removeItem(key)
}
