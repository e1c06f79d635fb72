import type { Organisation } from '#contract/organisations.ts'
import { readValue, writeValue } from '#web/api/kept/kept-value.ts'
import { currentLanguage } from '#web/api/language.ts'

/** Another shape of the list gets another key: what an older portal kept is not read. */
const key = 'portal.clubs.2'

interface Kept {
  /** Whose clubs these are. */
  readonly subject: string | null
  readonly language: string
  readonly clubs: Organisation[]
}

const isKept = (value: unknown): value is Kept => Array.isArray((value as Kept | null)?.clubs)

/** The clubs of somebody as this tab last heard of them, in the reader's language; they are gone with the session. */
export function keptClubs(subject: string | null): Organisation[] | undefined {
  const kept = readValue('tab', key, isKept)
  return kept?.language === currentLanguage() && kept.subject === subject ? kept.clubs : undefined
}

/** Keeps the clubs in this tab, if it lets us. @returns the clubs */
export function keepClubs(subject: string | null, clubs: Organisation[]): Organisation[] {
  writeValue('tab', key, { language: currentLanguage(), subject, clubs })
  return clubs
}
