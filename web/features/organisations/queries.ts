import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ClubTextPurpose, clubTexts } from '#contract/organisations/texts.ts'
import { type DirectoryEntry, type Organisation, organisations } from '#contract/organisations/organisations.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { readValue, writeValue } from '#web/api/local-storage.ts'
import { currentLanguage } from '#web/api/language.ts'

/**
 * Clubs of the family or the person acted for; all clubs on a small portal. Starts with this tab's copy and refetches
 * it. Invalidated together with the memberships.
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

/** Clubs by id, whether or not the family is a member. */
export const namedClubsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'named', ...ids.toSorted()],
    queryFn: ({ signal }) => (ids.length === 0 ? [] : call(organisations.list, { ids: ids.join(',') }, { signal })),
    staleTime: 10 * 60_000,
  })

/** The club with this key, or null. */
export const clubOfKeyQuery = (key: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'key', key.toUpperCase()],
    queryFn: async ({ signal }) => (await call(organisations.list, { key }, { signal }))[0] ?? null,
    staleTime: 10 * 60_000,
  })

/** The open club with this key as anybody sees it, or null. */
export const openClubOfKeyQuery = (key: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'open-key', key.toUpperCase()],
    queryFn: async ({ signal }) =>
      (await call(organisations.directory, { key: key.toUpperCase() }, { signal }))[0] ?? null,
    staleTime: 10 * 60_000,
  })

/** Change this with the shape of the list, so that copies of an older version are ignored. */
const key = 'portal.clubs.2'

interface SavedClubs {
  /** The member whose clubs these are. */
  readonly subject: string | null
  readonly language: string
  readonly clubs: Organisation[]
}

const isSavedClubs = (value: unknown): value is SavedClubs => Array.isArray((value as SavedClubs | null)?.clubs)

/** A member's clubs as saved in this tab; undefined if they are in another language. */
export function savedClubs(subject: string | null): Organisation[] | undefined {
  const saved = readValue('tab', key, isSavedClubs)
  return saved?.language === currentLanguage() && saved.subject === subject ? saved.clubs : undefined
}

/** Saves the clubs in this tab if it allows storage. @returns the clubs */
export function saveClubs(subject: string | null, clubs: Organisation[]): Organisation[] {
  writeValue('tab', key, { language: currentLanguage(), subject, clubs })
  return clubs
}

/** Limits of one request. */
const maxPeople = 20
const maxOthers = 20

const onSale = [...queryKeys.memberships, 'on-sale'] as const

/**
 * A club's offers, those on sale first, and for which of the people they are closed. Prices and availability can
 * change while a page is open. Invalidated together with the memberships.
 */
export const configurationsQuery = (orgId: string, memberIds: readonly string[] = []) => {
  const people = memberIds.slice(0, maxPeople).toSorted()
  return callQuery(
    [...onSale, orgId, ...people],
    organisations.membershipConfigurations,
    { id: orgId, ...(people.length > 0 && { memberIds: people.join(',') }) },
    { staleTime: 60_000 },
  )
}

/** Offers of the family's clubs and some others, grouped by club, for these people or everyone the user may buy for. */
export const ownConfigurationsQuery = (who: readonly string[] | 'family', orgIds: readonly string[] = []) => {
  const people = who === 'family' ? who : who.slice(0, maxPeople).toSorted()
  const others = orgIds.slice(0, maxOthers).toSorted()
  return queryOptions({
    queryKey: [...onSale, 'own', people, others],
    queryFn: async ({ signal }) => {
      const input = {
        ...(people === 'family' ? { family: 'true' as const } : people.length > 0 && { memberIds: people.join(',') }),
        ...(others.length > 0 && { orgIds: others.join(',') }),
      }
      return Map.groupBy(await call(organisations.configurationsOfMine, input, { signal }), ({ orgId }) => orgId)
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

export type { ClubProfile, DirectoryEntry } from '#contract/organisations/organisations.ts'

const pageSize = 24

/** Public clubs that match a search, by name without one. */
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

/** A club's terms or privacy text. @param version null for today's */
export const clubTextQuery = (id: string, purpose: ClubTextPurpose, version: number | null = null) =>
  callQuery(
    [...queryKeys.organisations, 'text', id, purpose, version],
    clubTexts.read,
    { id, purpose, ...(version !== null && { version: String(version) }) },
    { staleTime: 60_000 },
  )

export const profileQuery = (orgId: string) =>
  callQuery(
    [...queryKeys.organisations, 'profile', orgId],
    organisations.profile,
    { id: orgId },
    { staleTime: 5 * 60_000 },
  )
