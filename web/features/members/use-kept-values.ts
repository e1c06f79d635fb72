import { useEffect } from 'react'
import { readValue, writeValue } from '#web/api/kept/kept-value.ts'
import { currentSession } from '#web/api/session/session.ts'

/** What was typed and is not saved, with the version it was typed over; this tab keeps it over a reload. */
export interface Kept<V> {
  readonly values: V
  /** The `updateDate` of the member the form began with; null for somebody new. */
  readonly version: string | null
}

const keyOf = (name: string) => `draft ${name}`

/** @param like values of the form: what lies in a browser may be another version's */
export const readKept = <V extends object>(name: string, like: V): Kept<V> | null =>
  readValue('tab', keyOf(name), (value): value is Kept<V> => {
    const { values, version } = (value ?? {}) as Partial<Kept<unknown>>
    return hasShape(values, like) && (version === null || typeof version === 'string')
  })

const hasShape = (value: unknown, like: object): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(like).every(([name, known]: [string, unknown]) => {
    const field: unknown = Reflect.get(value, name)
    return known && typeof known === 'object' ? hasShape(field, known) : typeof field === typeof known
  })

export const keepValues = <V>(name: string, kept: Kept<V>) => void writeValue('tab', keyOf(name), kept)

export const forgetValues = (name: string) => void writeValue('tab', keyOf(name), null)

/**
 * Forgets what was kept once the form is left. A reload, and a session that ended over it, do not leave it.
 */
export function useForgetOnLeaving(name: string): void {
  useEffect(
    () => () => {
      if (currentSession().status === 'signed-in') forgetValues(name)
    },
    [name],
  )
}
