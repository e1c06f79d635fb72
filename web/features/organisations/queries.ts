import { queryOptions } from '@tanstack/react-query'
import { type Organisation, organisations } from '#contract/organisations.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { readValue, writeValue } from '#web/api/local-storage.ts'
import { currentLanguage } from '#web/api/language.ts'

/**
 * The clubs of the family, of whoever the reader acts for; where the portal has few clubs, all of them. What this tab kept of it
 * is there at once, and is asked for anew. Whatever makes memberships out of date makes this so, too.
 */
export const organisationsQuery = queryOptions({
  queryKey: [...queryKeys.memberships, 'clubs'],
  queryFn: async ({ signal }) => {
    const subject = currentSubjectId()
    return keepClubs(subject, await call(organisations.mine, {}, { signal }))
  },
  initialData: () => keptClubs(currentSubjectId()),
  initialDataUpdatedAt: 0,
  staleTime: 10 * 60_000,
})

/** Single clubs, whoever is in them. */
export const namedClubsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'named', ...ids.toSorted()],
    queryFn: ({ signal }) => (ids.length === 0 ? [] : call(organisations.list, { ids: ids.join(',') }, { signal })),
    staleTime: 10 * 60_000,
  })

/** The club that an address names; null: there is none. */
export const clubOfKeyQuery = (key: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'key', key.toUpperCase()],
    queryFn: async ({ signal }) => (await call(organisations.list, { key }, { signal }))[0] ?? null,
    staleTime: 10 * 60_000,
  })

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
