import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DirectoryEntry, type Organisation, organisations } from '#contract/organisations.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
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
    return saveClubs(subject, await call(organisations.mine, {}, { signal }))
  },
  initialData: () => savedClubs(currentSubjectId()),
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
export function savedClubs(subject: string | null): Organisation[] | undefined {
  const kept = readValue('tab', key, isKept)
  return kept?.language === currentLanguage() && kept.subject === subject ? kept.clubs : undefined
}

/** Keeps the clubs in this tab, if it lets us. @returns the clubs */
export function saveClubs(subject: string | null, clubs: Organisation[]): Organisation[] {
  writeValue('tab', key, { language: currentLanguage(), subject, clubs })
  return clubs
}

/** So many people can be asked for at once. */
const mostPeople = 20
/** And so many clubs beside one's own. */
const mostOthers = 20

const onSale = [...queryKeys.memberships, 'on-sale'] as const

/**
 * What one club sells, what is on sale first, and to whom of some people it is closed. Prices and sale states may change
 * while a page stands open; whatever makes memberships out of date makes this so, too.
 */
export const configurationsQuery = (orgId: string, memberIds: readonly string[] = []) => {
  const asked = memberIds.slice(0, mostPeople).toSorted()
  return queryOptions({
    queryKey: [...onSale, orgId, ...asked],
    queryFn: ({ signal }) =>
      call(
        organisations.membershipConfigurations,
        { id: orgId, ...(asked.length > 0 && { memberIds: asked.join(',') }) },
        { signal },
      ),
    staleTime: 60_000,
  })
}

/** What the clubs of the family sell to some people, and a few others that are named; by club, in one answer. */
export const ownConfigurationsQuery = (memberIds: readonly string[], orgIds: readonly string[] = []) => {
  const asked = memberIds.slice(0, mostPeople).toSorted()
  const others = orgIds.slice(0, mostOthers).toSorted()
  return queryOptions({
    queryKey: [...onSale, 'own', asked, others],
    queryFn: async ({ signal }) => {
      const input = {
        ...(asked.length > 0 && { memberIds: asked.join(',') }),
        ...(others.length > 0 && { orgIds: others.join(',') }),
      }
      return Map.groupBy(await call(organisations.configurationsOfMine, input, { signal }), ({ orgId }) => orgId)
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

export type { ClubProfile, DirectoryEntry } from '#contract/organisations.ts'

/** How many clubs a list shows at first, and how many come with each "show more". */
const pageSize = 24

/** Open clubs that a search finds, page by page, as anyone may read of them; all by name without one. */
export const directoryQuery = (search = '') =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.organisations, 'directory', search.trim()],
    queryFn: ({ signal, pageParam }) =>
      call(
        organisations.directory,
        {
          limit: String(pageSize),
          ...(search.trim() !== '' && { search }),
          ...(pageParam !== '' && { after: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: readonly DirectoryEntry[]) => (page.length < pageSize ? null : page.at(-1)!.id),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** What one club's own page says. */
export const profileQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'profile', orgId],
    queryFn: ({ signal }) => call(organisations.profile, { id: orgId }, { signal }),
    staleTime: 5 * 60_000,
  })
