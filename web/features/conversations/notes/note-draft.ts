import { useState } from 'react'
import { readValue, writeValue } from '#web/api/local-storage.ts'

const keyOf = (name: string) => `note ${name}`

/** A note as it was when editing began. */
export interface Seen {
  readonly text: string
  readonly version: number
}

interface NoteDraft {
  readonly text: string
  /** Null for a new note. */
  readonly seen: Seen | null
}

/**
 * An unsent note, stored in this tab; it survives closing the panel and reloading.
 * @param name identifies the new note of a member, or an existing note by its id
 * @param first used when nothing is stored
 */
export function useNoteDraft<W extends NoteDraft>(name: string, first: W) {
  const [draft, setDraft] = useState<W>(() => ({ ...first, ...read(name) }))
  const show = (next: W) => {
    setDraft(next)
    store(name, next.text === (next.seen?.text ?? '') ? null : next)
  }
  return {
    ...draft,
    change: (text: string) => show({ ...draft, text }),
    /** Records the version that the user has seen. */
    setSeen: (seen: W['seen']) => show({ ...draft, seen }),
    /** Sent or cancelled. */
    discard: () => {
      setDraft(first)
      store(name, null)
    },
  }
}

export const hasNoteDraft = (name: string): boolean => read(name) !== null

const isNoteDraft = (value: unknown): value is NoteDraft => {
  const { text, seen } = (value ?? {}) as Partial<NoteDraft>
  return typeof text === 'string' && (seen === null || typeof seen?.text === 'string')
}

const read = (name: string) => readValue('tab', keyOf(name), isNoteDraft)
const store = (name: string, draft: NoteDraft | null) => void writeValue('tab', keyOf(name), draft)
