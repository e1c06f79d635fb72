import { useState } from 'react'
import { actingState } from './acting/acting.ts'

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
