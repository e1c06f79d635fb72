import type { Organisation } from '#contract/organisations.ts'
import { readValue, writeValue } from '#web/api/kept/kept-value.ts'
import { currentLanguage } from '#web/api/language.ts'

/** Another shape of the list gets another key: what an older portal kept is not read. */
const key = 'portal.clubs.1'

interface Kept {
  readonly language: string
  readonly clubs: Organisation[]
}

const isKept = (value: unknown): value is Kept => Array.isArray((value as Kept | null)?.clubs)

/** The clubs as this browser last heard of them, in the reader's language. Nothing in the list is about a person. */
export function keptClubs(): Organisation[] | undefined {
  const kept = readValue('browser', key, isKept)
  return kept?.language === currentLanguage() ? kept.clubs : undefined
}

/** Keeps the clubs in this browser, if it lets us. @returns the clubs */
export function keepClubs(clubs: Organisation[]): Organisation[] {
  writeValue('browser', key, { language: currentLanguage(), clubs })
  return clubs
}
