import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { type BrowserDraftKey, readText, type TabDraftKey, writeText } from '#web/api/local-storage.ts'

/** How long members find their drafts again. */
export const WEEK = 7 * 24 * 60 * 60 * 1000

type Owner = string | null

/** Typed values that are not sent yet, one for each place such as an event or a conversation. */
export interface Draft<T> {
  /**
   * Null if nothing valid is stored.
   * @param owner the member who types; null when signed out, and for drafts of a tab
   * @param text a snapshot from `text`
   */
  readonly load: (place: string, owner?: Owner, now?: number, text?: string) => T | null
  readonly save: (place: string, value: T, owner?: Owner, now?: number) => void
  readonly clear: (place: string, owner?: Owner) => void
  /** Snapshot for `useSyncExternalStore`: the same text as long as the draft does not change. */
  readonly text: (place: string) => string
  /**
   * Subscribes to changes from this tab and from others.
   * @returns unsubscribe
   */
  readonly watch: (listener: () => void) => () => void
}

interface TabOptions<T> {
  readonly key: TabDraftKey
  /** Values stored by another version, or edited by hand, have to pass. */
  readonly schema: z.ZodMiniType<T>
  /** Until the tab is closed, or another member signs in. */
  readonly lifetime: 'tab'
}

interface BrowserOptions<T> extends Omit<TabOptions<T>, 'key' | 'lifetime'> {
  readonly key: BrowserDraftKey
  /** Milliseconds. Its owner finds it in every tab until they sign out; written signed out, it stays in the tab. */
  readonly lifetime: number
  /** The part of a draft written signed out that the member who signs in gets; all of it where left out. */
  readonly takeOver?: (signedOut: T) => T
  /** Reads what a version before stored under the key. */
  readonly upgrade?: (stored: Record<string, unknown>) => Record<string, unknown>
}

export function defineDraft<T>(options: TabOptions<T> | BrowserOptions<T>): Draft<T> {
  const { text, load, save } = options.lifetime === 'tab' ? tabStore(options) : browserStore(options)
  const listeners = new Set<() => void>()
  const change = (place: string, value: T | null, owner: Owner, now: number) => {
    save(place, value, owner, now)
    for (const listener of listeners) listener()
  }
  return {
    text,
    load: (place, owner = null, now = Date.now(), stored = text(place)) => load(stored, place, owner, now),
    save: (place, value, owner = null, now = Date.now()) => change(place, value, owner, now),
    clear: (place, owner = null) => change(place, null, owner, Date.now()),
    watch(listener) {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}

/**
 * The draft for a place, in sync between components and tabs.
 * @param first the value where nothing is stored
 */
export function useDraft<T>(draft: Draft<T>, place: string, first: NoInfer<T>, owner: Owner = null) {
  const text = useSyncExternalStore(draft.watch, () => draft.text(place))
  const stored = useMemo(() => draft.load(place, owner, undefined, text), [draft, place, owner, text])
  return {
    value: stored ?? first,
    save: (value: T) => draft.save(place, value, owner),
    clear: () => draft.clear(place, owner),
  }
}

interface Store<T> {
  readonly text: (place: string) => string
  readonly load: (stored: string, place: string, owner: Owner, now: number) => T | null
  /** Null removes it. */
  readonly save: (place: string, value: T | null, owner: Owner, now: number) => void
}

/** Each draft by itself: a text as it is, other values as JSON. */
function tabStore<T>({ key, schema }: TabOptions<T>): Store<T> {
  const keyOf = (place: string) => `${key} ${place}`
  return {
    text: (place) => readText('tab', keyOf(place)) ?? '',
    load: (stored) => (stored === '' ? null : (schema.safeParse(stored).data ?? parse(schema, stored))),
    save: (place, value) =>
      void writeText('tab', keyOf(place), (typeof value === 'string' ? value : value && JSON.stringify(value)) || null),
  }
}

const Owned = z.looseObject({ memberId: z.nullable(z.string()), keptAt: z.number() })
type Owned = z.infer<typeof Owned>

/** All drafts together, by their places. */
function browserStore<T>({ key, schema, lifetime, takeOver, upgrade }: BrowserOptions<T>): Store<T> {
  function ownedBy(owner: Owner, now: number, text: string): Record<string, Owned> {
    const stored = parse(z.record(z.string(), z.unknown()), text) ?? {}
    return Object.fromEntries(
      Object.entries(upgrade?.(stored) ?? stored).filter((entry): entry is [string, Owned] => {
        const { data } = Owned.safeParse(entry[1])
        return data?.memberId === owner && now - data.keptAt < lifetime && schema.safeParse(entry[1]).success
      }),
    )
  }

  return {
    text: () => `${readText('browser', key) ?? ''}\n${readText('tab', key) ?? ''}`,
    load(stored, place, owner, now) {
      const [browser = '', tab = ''] = stored.split('\n')
      const signedOut = ownedBy(null, now, tab)[place]
      const own = owner === null ? undefined : ownedBy(owner, now, browser)[place]
      if (own && own.keptAt >= (signedOut?.keptAt ?? 0)) return z.parse(schema, own)
      const value = signedOut ? z.parse(schema, signedOut) : null
      return value && owner !== null && takeOver ? takeOver(value) : value
    },
    /** Also discards what other members left in this browser, and what was taken over. */
    save(place, value, owner, now) {
      for (const one of new Set([owner, null])) {
        const area = one === null ? 'tab' : 'browser'
        const { [place]: _, ...others } = ownedBy(one, now, readText(area, key) ?? '')
        const drafts =
          value && one === owner ? { ...others, [place]: { ...value, memberId: one, keptAt: now } } : others
        writeText(area, key, Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null)
      }
    },
  }
}

function parse<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return z.parse(schema, JSON.parse(text))
  } catch {
    return null
  }
}
