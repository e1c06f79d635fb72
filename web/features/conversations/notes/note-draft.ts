import { useState } from 'react'
import { readValue, writeValue } from '#web/api/local-storage.ts'

const keyOf = (name: string) => `note ${name}`

/** What a note said, and as which version, when its owner began to change it. */
export interface Seen {
  readonly text: string
  readonly version: number
}

interface Writing {
  readonly text: string
  /** Null: it is a new one. */
  readonly seen: Seen | null
}

/**
 * Text on its way, which this tab of the browser keeps until it is sent: the panel may be closed and the page loaded again.
 * @param name the next note of somebody, or the id of one that is being changed
 * @param first where nothing is kept
 */
export function useNoteDraft<W extends Writing>(name: string, first: W) {
  const [writing, setWriting] = useState<W>(() => ({ ...first, ...read(name) }))
  const show = (next: W) => {
    setWriting(next)
    keep(name, next.text === (next.seen?.text ?? '') ? null : next)
  }
  return {
    ...writing,
    change: (text: string) => show({ ...writing, text }),
    /** Its writer knows what it says by now. */
    see: (seen: W['seen']) => show({ ...writing, seen }),
    /** It is sent, or given up. */
    forget: () => {
      setWriting(first)
      keep(name, null)
    },
  }
}

/** Whether a change of a note was begun and not ended. */
export const hasNoteDraft = (name: string): boolean => read(name) !== null

const isWriting = (value: unknown): value is Writing => {
  const { text, seen } = (value ?? {}) as Partial<Writing>
  return typeof text === 'string' && (seen === null || typeof seen?.text === 'string')
}

const read = (name: string) => readValue('tab', keyOf(name), isWriting)
const keep = (name: string, writing: Writing | null) => void writeValue('tab', keyOf(name), writing)
