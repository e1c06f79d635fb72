import { notFound } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { currentReaderId, currentSubjectId } from '#web/api/acting/subject.ts'
import { rangeOf } from '#web/features/events/calendar/calendar-grid.ts'
import { readCalendar } from '#web/features/events/calendar/read-calendar.ts'
import { askedFor, readFilter } from '#web/features/events/filters.ts'
import { eventQuery, eventsOfDaysQuery, eventsQuery, kindsQuery } from '#web/features/events/queries.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { directoryQuery } from '#web/features/organisations/directory.ts'
import { clubOfKeyQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { ticketsQuery } from '#web/features/events/tickets/queries.ts'
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
  const choices = queryClient.ensureInfiniteQueryData(directoryQuery()).catch(() => undefined)
  const around = [ready(organisationsQuery), ready(kindsQuery()), choices]
  // The lists wait for the club that they name.
  const club = filter.club ? await ready(clubOfKeyQuery(filter.club)) : null
  const asked = askedFor(filter, today(), club?.id)
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
  const club = await ready(clubOfKeyQuery(orgKey))
  if (club !== undefined && club?.key !== orgKey) throw notFound()
  return club
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
