import { useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { parseStored, readText, writeText, writeValue, type StorageArea } from './local-storage.ts'

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
    load(place: string, memberId: string | null, now = Date.now(), of = text()): D | null {
      const [browser = null, tab = null] = of.split('\n')
      const left = parse(tab, null, now)[place] ?? null
      const own = memberId === null ? null : (parse(browser, memberId, now)[place] ?? null)
      return own && own.keptAt >= (left?.keptAt ?? 0) ? own : left
    },

    /** What another member left in this browser is forgotten with it. */
    save(place: string, draft: D): void {
      change(draft.memberId, draft.keptAt, (drafts) => ({ ...drafts, [place]: draft }))
      if (draft.memberId !== null) change(null, draft.keptAt, without(place))
      tell()
    },

    clear(place: string, memberId: string | null, now = Date.now()): void {
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
