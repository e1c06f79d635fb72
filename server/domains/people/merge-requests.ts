import { MERGE_REQUEST_DAYS, type MergeRefusal, type MergeRequest } from '#contract/people/duplicates.ts'
import type { OwnMergeRequest } from '#contract/people/merge-requests.ts'
import { portalNow } from '#server/database/clock.ts'
import { type Db, onOneConnection, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { mergeRequests } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, eq, getTableColumns, isNull, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { fullName, type MemberRow, selectOptionalMember } from '#server/domains/members/index.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { mayStillAsk, selectBoth, selectCompared, selectOpenRequests } from './duplicates.ts'
import { lockTwo, mergeLocked, selectEndsGuardian, selectRefusals, type Two } from './merge-people.ts'
import { selectAnswerer } from './profile.ts'

type Request = typeof mergeRequests.$inferSelect & { readonly askerMay: boolean }
interface Which {
  readonly requestId: string
}

/** Asks two people who both sign in, or those who look after them. */
export async function askToMerge(tx: Tx, caller: OfficeCaller, { keptId, goneId }: Two): Promise<MergeRequest> {
  const { organisation, actor } = caller
  const two = { keptId, goneId }
  await lockTwo(tx, organisation.id, two)
  const refusals = await selectRefusals(tx, organisation.id, two)
  if (!refusals.includes('both_sign_in') || inTheWay(refusals).length > 0) throw new Problem('merge_not_possible')
  const open = async () => (await selectOpenRequests(tx, organisation.id, two))[0]
  const known = await open()
  if (known?.kept.memberId === keptId) return known
  // One that has expired, whose asker lost the right, or of which the other would stay.
  await tx
    .update(mergeRequests)
    .set({ withdrawnAt: tx.now })
    .where(and(ofTwo(organisation.id, two), isOpen))
  const id = newId()
  const until = new Date(tx.now.getTime() + MERGE_REQUEST_DAYS * 86_400_000)
  await tx
    .insert(mergeRequests)
    .values({ id, orgId: organisation.id, ...two, askedBy: actor.actorId, askedAt: tx.now, until })
  const [kept, gone] = await selectTwo(tx, two)
  await record(tx, caller, 'merge_asked', kept, gone)
  const answerers = [await selectAnswerer(tx, kept), await selectAnswerer(tx, gone)].map((one) => one!.id)
  for (const receiverId of new Set(answerers)) {
    await notify(tx, {
      receiverId,
      type: 'CONTACT_US',
      texts: (locale) => ({
        title: m.notification_merge_asked_title({ club: organisation.name }, { locale }),
        message: m.notification_merge_asked_text({ name: fullName(gone) }, { locale }),
      }),
      data: { mergeRequestId: id },
      onceKey: `merge-asked:${id}:${receiverId}`,
      mail: { template: 'merge-asked', orgId: organisation.id, data: { requestId: id, receiverId } },
    })
  }
  return (await open())!
}

export async function withdrawMergeRequest(tx: Tx, caller: OfficeCaller, { requestId }: Which): Promise<void> {
  const request = await selectRequest(tx, requestId, 'locked')
  if (request?.orgId !== caller.organisation.id) throw new Problem('not_found')
  if (request.mergedAt) throw new Problem('merge_request_over')
  if (stateOf(request, tx.now) !== 'open') return
  await tx.update(mergeRequests).set({ withdrawnAt: tx.now }).where(eq(mergeRequests.id, requestId))
  await record(tx, caller, 'merge_withdrawn', ...(await selectTwo(tx, request)))
}

export const showMergeRequest = (db: Db, actor: MemberActor, { requestId }: Which): Promise<OwnMergeRequest> =>
  onOneConnection(db, async (one) => {
    const request = await selectRequest(one, requestId)
    if (!request) throw new Problem('not_found')
    return present(one, actor, request, await portalNow(one))
  })

/** Once both have agreed, they are merged. The office that asked is named as who did it, and can undo it. */
export async function agreeToMerge(
  secrets: Secrets,
  tx: Tx,
  actor: MemberActor,
  { requestId }: Which,
): Promise<OwnMergeRequest> {
  const asked = await selectRequest(tx, requestId)
  if (!asked) throw new Problem('not_found')
  // Of two answers at once the second sees the first, and whoever merges or buys for the two waits.
  await lockTwo(tx, asked.orgId, asked)
  const request = await requireOpen(tx, actor, requestId)
  if (inTheWay(await selectRefusals(tx, request.orgId, request)).length > 0) throw new Problem('merge_not_possible')
  const sides = await selectSides(tx, actor, request)
  const agreed = {
    ...request,
    ...(sides.kept && { keptAgreedAt: request.keptAgreedAt ?? tx.now }),
    ...(sides.gone && { goneAgreedAt: request.goneAgreedAt ?? tx.now }),
  }
  const mergedAt = agreed.keptAgreedAt && agreed.goneAgreedAt ? tx.now : null
  // As they were: afterwards the sign-in that ends has no address here.
  const shown = await present(tx, actor, { ...agreed, mergedAt }, tx.now)
  await tx
    .update(mergeRequests)
    .set({ keptAgreedAt: agreed.keptAgreedAt, goneAgreedAt: agreed.goneAgreedAt, mergedAt })
    .where(eq(mergeRequests.id, requestId))
  if (mergedAt) {
    const organisation = await selectOrganisation(tx, request.orgId)
    await mergeLocked(secrets, tx, { actor: { actorId: request.askedBy }, organisation }, { ...request, take: [] })
  }
  return shown
}

export async function declineToMerge(tx: Tx, actor: MemberActor, { requestId }: Which): Promise<OwnMergeRequest> {
  const request = await requireOpen(tx, actor, requestId)
  const declined = { declinedAt: tx.now, declinedBy: actor.actorId }
  await tx.update(mergeRequests).set(declined).where(eq(mergeRequests.id, requestId))
  const club = await selectOrganisation(tx, request.orgId)
  const [kept, gone] = await selectTwo(tx, request)
  await record(tx, { actor, organisation: club }, 'merge_declined', kept, gone)
  await notify(tx, {
    receiverId: request.askedBy,
    type: 'CONTACT_US',
    texts: (locale) => ({
      title: m.notification_merge_declined_title({ name: fullName(kept) }, { locale }),
      message: m.notification_merge_declined_text({}, { locale }),
    }),
    data: { duplicatesOf: club.key },
    onceKey: `merge-declined:${requestId}`,
  })
  return present(tx, actor, { ...request, ...declined }, tx.now)
}

async function requireOpen(tx: Tx, actor: MemberActor, requestId: string): Promise<Request> {
  const request = await selectRequest(tx, requestId, 'locked')
  if (!request) throw new Problem('not_found')
  await selectSides(tx, actor, request)
  if (stateOf(request, tx.now) !== 'open') throw new Problem('merge_request_over')
  return request
}

async function present(db: Reader, actor: MemberActor, request: Request, now: Date): Promise<OwnMergeRequest> {
  const sides = await selectSides(db, actor, request)
  const [kept, gone] = await selectTwo(db, request)
  const endsGuardian = await selectEndsGuardian(db, request)
  const [club, refusals, both, compared] = [
    await selectOrganisation(db, request.orgId),
    await selectRefusals(db, request.orgId, request),
    await selectBoth(db, request.orgId, request),
    await selectCompared(db, request.orgId, request.goneId, { endsGuardian }),
  ]
  const { seasons = 0, tickets = 0, purchases = 0, questions = 0, family = 0 } = compared ?? {}
  const person = (member: MemberRow, yours: boolean, agreedAt: Date | null) => ({
    name: fullName(member),
    email: yours ? (member.email ?? '') : partOf(member.email),
    yours,
    agreed: agreedAt !== null,
  })
  const state = stateOf(request, now)
  return {
    id: request.id,
    club: club.name,
    until: request.until.toISOString(),
    state,
    kept: person(kept, sides.kept, request.keptAgreedAt),
    gone: person(gone, sides.gone, request.goneAgreedAt),
    moves: { seasons, tickets, purchases, questions, family },
    both,
    endsGuardian,
    refusals: state === 'open' ? inTheWay(refusals) : [],
  }
}

/** For whom of the two the caller answers. Throws `not_found` for neither. */
async function selectSides(db: Reader, { memberId }: MemberActor, request: Two) {
  const [kept, gone] = await selectTwo(db, request)
  const answers = async (member: MemberRow) => (await selectAnswerer(db, member))?.id === memberId
  const sides = { kept: await answers(kept), gone: await answers(gone) }
  if (!sides.kept && !sides.gone) throw new Problem('not_found')
  return sides
}

const selectTwo = async (db: Reader, { keptId, goneId }: Two): Promise<[MemberRow, MemberRow]> => [
  (await selectOptionalMember(db, keptId))!,
  (await selectOptionalMember(db, goneId))!,
]

async function selectRequest(db: Reader, requestId: string, lock?: 'locked'): Promise<Request | undefined> {
  const query = db
    .select({ ...getTableColumns(mergeRequests), askerMay: sql<boolean>`${mayStillAsk}` })
    .from(mergeRequests)
    .where(eq(mergeRequests.id, requestId))
  return (await (lock ? query.for('update') : query))[0]
}

function stateOf({ mergedAt, declinedAt, withdrawnAt, askerMay, until }: Request, now: Date): OwnMergeRequest['state'] {
  if (mergedAt) return 'merged'
  if (declinedAt) return 'declined'
  if (withdrawnAt || !askerMay) return 'withdrawn'
  return until > now ? 'open' : 'expired'
}

/** That both sign in is what they are asked about. */
const inTheWay = (refusals: readonly MergeRefusal[]) => refusals.filter((one) => one !== 'both_sign_in')

/** "a•••@example.com": enough to know one's own. */
const partOf = (email: string | null) => email?.replace(/^(.).*@/, '$1•••@') ?? ''

const isOpen = and(isNull(mergeRequests.declinedAt), isNull(mergeRequests.withdrawnAt), isNull(mergeRequests.mergedAt))

const ofTwo = (orgId: string, { keptId, goneId }: Two) =>
  sql`org_id = ${orgId} and kept_id in (${keptId}, ${goneId}) and gone_id in (${keptId}, ${goneId})`

const record = (
  tx: Tx,
  by: Parameters<typeof recordOfficeChange>[1],
  name: 'merge_asked' | 'merge_withdrawn' | 'merge_declined',
  kept: MemberRow,
  gone: MemberRow,
) =>
  recordOfficeChange(tx, by, {
    name,
    thing: 'member',
    thingId: kept.id,
    label: fullName(kept),
    after: { gone: fullName(gone) },
  })
