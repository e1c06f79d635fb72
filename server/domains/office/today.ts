import type { OfficeToday } from '#contract/office/today.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { countOpenThreads } from '#server/domains/conversations/index.ts'
import { selectComingWeek, selectWaitingCancels } from '#server/domains/events/index.ts'
import { listLeaving, listMissingSeasons, mayFilter } from '#server/domains/memberships/index.ts'
import { countFailedOfClub, selectFailedOfClub, selectMessagesSeen } from '#server/domains/notifications/index.ts'
import { countUnresolved, selectWeek } from '#server/domains/orders/index.ts'
import { selectFollowUps } from '#server/domains/people/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { type Scope, scopesAt } from '#server/identity/scopes.ts'

/** Days for which the office shows that its club went live. */
const NEWS_DAYS = 14

/** Open tasks of the office, as far as the caller's scopes reach. */
export async function showToday(db: Db, caller: OfficeCaller): Promise<OfficeToday> {
  const { actor, organisation } = caller
  const orgId = organisation.id
  const scopes = scopesAt(actor, organisation.key, 'read')
  const within = async <T>(scope: Scope, read: () => Promise<T>) => (scopes.includes(scope) ? read() : null)
  // Whoever writes messages, and has no settings, sees their readers alone.
  const seesAll = scopes.includes('settings')
  const seesMails = seesAll || scopes.includes('messages.send')
  const ofMessages = seesMails && !seesAll ? await selectMessagesSeen(mayFilter, db, caller) : undefined
  const [
    wentLive,
    inbox,
    unresolved,
    missingSeasons,
    leaving,
    followUps,
    cancellations,
    events,
    failedMails,
    failedMailList,
    money,
  ] = await Promise.all([
    selectWentLive(db, orgId),
    within('inbox', () => countOpenThreads(db, orgId)),
    within('money.read', async () => (await countUnresolved(db, [orgId])).get(orgId) ?? 0),
    within('members.read', () => listMissingSeasons(db, orgId)),
    within('members.read', () => listLeaving(db, orgId)),
    within('members.read', () => selectFollowUps(db, orgId)),
    within('money.refund', () => selectWaitingCancels(db, orgId, actor.via.language)),
    within('events.read', () => selectComingWeek(db, orgId, actor.via.language)),
    seesMails ? countFailedOfClub(db, orgId, ofMessages) : null,
    seesMails ? selectFailedOfClub(db, orgId, ofMessages) : null,
    within('money.read', async () => selectWeek(db, await selectOrganisation(db, orgId))),
  ])
  return {
    wentLive,
    inbox,
    unresolved,
    missingSeasons,
    leaving,
    followUps,
    cancellations,
    events,
    failedMails,
    failedMailList,
    money,
  }
}

async function selectWentLive(db: Db, orgId: string): Promise<string | null> {
  const [{ state, liveAt }, now] = await Promise.all([selectOrganisation(db, orgId), portalNow(db)])
  const isNews = state === 'live' && liveAt !== null && now.getTime() - liveAt.getTime() < NEWS_DAYS * 86_400_000
  return isNews ? liveAt.toISOString() : null
}
