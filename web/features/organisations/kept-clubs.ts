import type { Organisation } from '#contract/organisations.ts'
import { currentLanguage } from '#web/api/language.ts'

/** Another shape of the list gets another key: what an older portal kept is not read. */
const key = 'portal.clubs.1'

/** The clubs as this browser last heard of them, in the reader's language. Nothing in the list is about a person. */
export function keptClubs(): Organisation[] | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { language: string; clubs: Organisation[] } | null
    return kept?.language === currentLanguage() && Array.isArray(kept.clubs) ? kept.clubs : undefined
  } catch {
    return undefined
  }
}

/** Keeps the clubs in this browser, if it lets us. @returns the clubs */
export function keepClubs(clubs: Organisation[]): Organisation[] {
  try {
    localStorage.setItem(key, JSON.stringify({ language: currentLanguage(), clubs }))
  } catch {
    // Then they are asked for the next time.
  }
  return clubs
}
