import { useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { parseStored, readText, writeText, writeValue, type StorageArea } from '#web/api/local-storage.ts'

const draftKeyOf = (name: string) => `draft ${name}`

/** State for a text field whose draft survives a reload in this tab. */
export function useStoredText(name: string) {
  const [text, setText] = useState(() => storedText(name))
  const change = (next: string) => {
    setText(next)
    storeText(name, next)
  }
  return { text, change }
}

/** Saves a draft for this tab; an empty text removes it. */
export const storeText = (name: string, text: string) => void writeText('tab', draftKeyOf(name), text || null)

/** The saved draft, or an empty text. */
export const storedText = (name: string): string => readText('tab', draftKeyOf(name)) ?? ''

interface Owned {
  /** Null when it was written signed out. */
  readonly memberId: string | null
  readonly keptAt: number
}

/** As long as a basket of memberships. */
const lifetime = 7 * 24 * 60 * 60 * 1000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members find their drafts in every tab and on another day; drafts written signed out stay in the tab. */
const whereOf = (memberId: string | null): StorageArea => (memberId === null ? 'tab' : 'browser')

/**
 * Drafts of forms, one per place such as an event or a conversation. Signing in takes over what was written signed out
 * in the same tab.
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

  const notify = () => changes.setState((count) => count + 1)

  /** Snapshot for `useSyncExternalStore`: the same text as long as no draft changes. */
  const text = () => `${readText('browser', key) ?? ''}\n${readText('tab', key) ?? ''}`

  return {
    text,

    /** The draft for a place; its `memberId` is null if it was written signed out. `of` is a snapshot from `text`. */
    load(place: string, memberId: string | null, now = Date.now(), of = text()): D | null {
      const [browser = null, tab = null] = of.split('\n')
      const signedOut = parse(tab, null, now)[place] ?? null
      const own = memberId === null ? null : (parse(browser, memberId, now)[place] ?? null)
      return own && own.keptAt >= (signedOut?.keptAt ?? 0) ? own : signedOut
    },

    /** Also discards drafts that other members left in this browser. */
    save(place: string, draft: D): void {
      change(draft.memberId, draft.keptAt, (drafts) => ({ ...drafts, [place]: draft }))
      if (draft.memberId !== null) change(null, draft.keptAt, without(place))
      notify()
    },

    clear(place: string, memberId: string | null, now = Date.now()): void {
      for (const owner of new Set([memberId, null])) change(owner, now, without(place))
      notify()
    },

    /**
     * Subscribes to changes from this tab and from others.
     * @returns unsubscribe
     */
    watch: (listener: () => void): (() => void) => {
      // `localStorage.clear()` sends no key.
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener()
      }
      const stop = changes.subscribe(listener)
      addEventListener('storage', onStorage)
      return () => {
        stop()
        removeEventListener('storage', onStorage)
      }
    },
  }
}
