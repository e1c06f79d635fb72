import { notFound } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { currentReaderId, currentSubjectId } from '#web/api/acting/subject.ts'
import { rangeOf } from '#web/features/events/calendar/calendar-grid.ts'
import { readCalendar } from '#web/features/events/calendar/read-calendar.ts'
import { askedFor, readFilter } from '#web/features/events/filters.ts'
import { eventQuery, eventsOfDaysQuery, eventsQuery, kindsQuery } from '#web/features/events/queries.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { ticketsQuery } from '#web/features/tickets/queries.ts'
import { paths } from '#web/paths.ts'
import { today } from '#web/ui/words/format.ts'
import { ready, soon } from '../before-drawn.ts'
import { leadToEvent, unlessUnknown } from '../lead-to-event.ts'
import { unlessKept } from '../show-kept.ts'

/** Milliseconds for which a page waits; then it shows what it knows and where the rest will be. */
const patience = 900

const isSignedIn = () => currentSession().status === 'signed-in'

type Search = Record<string, string | undefined>

const readyList = (query: ReturnType<typeof eventsQuery>) =>
  queryClient.ensureInfiniteQueryData(query).catch(() => undefined)

/** What the list of all clubs shows at the filter of its address. */
export const loadEvents = (search: Search) => soon(loadAllEvents(search), patience)

async function loadAllEvents(search: Search): Promise<void> {
  if (!isSignedIn()) return
  const filter = readFilter(search)
  const around = [ready(organisationsQuery), ready(kindsQuery())] as const
  // The lists wait for the clubs only where they name one.
  const club = filter.club && (await around[0])?.find(({ key }) => key === filter.club)?.id
  const asked = askedFor(filter, today(), club || undefined)
  const lists = (['true', 'false'] as const).map((mine) => readyList(eventsQuery({ ...asked, mine })))
  await Promise.all([...around, ...lists])
}

/** What the calendar shows at the view and day of its address. */
export const loadCalendar = (search: Search) => soon(loadDays(search), patience)

async function loadDays(search: Search): Promise<void> {
  const readerId = currentReaderId()
  if (readerId === null) return
  const { view, day } = readCalendar(search)
  const days = rangeOf(view, day)
  await unlessKept(
    readerId,
    () =>
      Promise.all([
        queryClient.ensureQueryData(eventsOfDaysQuery({ mine: 'true', ...days })),
        queryClient.ensureQueryData(ticketsQuery(readerId)),
      ]),
    days,
  )
}

/** A club's list. There is no page at the address of a club that the portal does not have. */
export const loadClubEvents = (orgKey: string, search: Search) => soon(loadEventsOf(orgKey, search), patience)

async function loadEventsOf(orgKey: string, search: Search): Promise<void> {
  const subject = currentSubjectId()
  if (subject === null) return
  const club = await clubOf(orgKey)
  if (!club) return
  const asked = askedFor(readFilter(search), today(), club.id)
  await Promise.all([readyList(eventsQuery(asked)), ready(kindsQuery(club.id)), ready(membershipsQuery(subject))])
}

/** What could not be had the page says itself. */
async function clubOf(orgKey: string) {
  const found = <C extends { key: string }>(clubs: readonly C[] | undefined) => clubs?.find(({ key }) => key === orgKey)
  // What this browser kept may be older than the club.
  const kept = found(await ready(organisationsQuery))
  if (kept) return kept
  const clubs = await queryClient.fetchQuery({ ...organisationsQuery, staleTime: 0 }).catch(() => undefined)
  if (clubs && !found(clubs)) throw notFound()
  return found(clubs)
}

/** The event of a page, before it is drawn. At the address of another club, and where there is none, there is no page. */
export const loadEvent = (orgKey: string, eventId: string) => soon(loadEventAt(orgKey, eventId), patience)

async function loadEventAt(orgKey: string, eventId: string): Promise<void> {
  if (!isSignedIn()) return
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch(unlessUnknown)
  if (event && event.orgKey !== orgKey) throw notFound()
}

/** Leads a member from an address without a club to the one with it; whoever is signed out signs in first. */
export async function leadMember(eventId: string): Promise<void> {
  if (isSignedIn()) await leadToEvent(eventId, paths.event)
}
