import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { readyThread, readyVisitorContact, readyVisitorThread } from '#web/features/conversations/later.ts'
import { threadsQuery } from '#web/features/conversations/queries.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { directoryQuery } from '#web/features/organisations/directory.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { readyAsking } from './later-asking.ts'

/** What the page shows: the thread of a mail's link, one of the member's own, or a new question. */
export type ContactView = 'link' | 'thread' | 'question'

/** Whom one may ask, and what a member has asked already. What could not be had the page says itself. */
export async function loadContact(view: ContactView) {
  await Promise.allSettled(worksOf(view))
}

function worksOf(view: ContactView): Promise<unknown>[] {
  if (view === 'link') return [readyVisitorThread()]
  const clubs = queryClient.ensureInfiniteQueryData(directoryQuery())
  const session = currentSession()
  if (session.status !== 'signed-in') return [clubs, readyVisitorContact()]
  const threads = queryClient.ensureInfiniteQueryData(threadsQuery)
  const own = queryClient.ensureQueryData(organisationsQuery)
  if (view === 'thread') return [clubs, own, readyThread(), threads]
  return [clubs, own, readyAsking(), threads, queryClient.ensureQueryData(membershipsQuery(session.self.id))]
}
