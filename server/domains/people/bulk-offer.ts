import type { Parsed } from '#contract/endpoint.ts'
import { textIn } from '#contract/local-text.ts'
import type { bulk, BulkPeople } from '#contract/people/bulk.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { idByToken } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { formatList } from '#server/documents/format.ts'
import {
  delayedHandler,
  delayedJob,
  forgetPayload,
  isBegun,
  recordOfficeChange,
  peopleDelayedAt,
  stopAction,
} from '#server/domains/audit/index.ts'
import { isReachable } from '#server/domains/members/index.ts'
import { leavesBefore, linesOf, selectOffered, selectSeasonOnSale } from '#server/domains/memberships/index.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import * as m from '#words/messages.js'
import { archivedToo, type Chosen, delayForEach, selectChosen, summaryOf } from './bulk-people.ts'

type Which = Parsed<typeof bulk.previewOffer>

const offerJob = delayedJob('people.offer-when-not-stopped')

interface Payload {
  readonly membershipConfId: string
  readonly memberIds: readonly string[]
}

/** To how many of the chosen people a season can be offered, and why not to the others. */
export const previewOffer = async (db: Db, caller: OfficeCaller, which: Which): Promise<BulkPeople> =>
  summaryOf(await selectOpen(db, caller, which))

/**
 * Offers a season to the chosen people a minute from now, in one message to each who buys for some of them. Sent again with its token, it
 * offers nothing, also where the first offers are out.
 */
export async function offerMany(
  tx: Tx,
  caller: OfficeCaller,
  { token, ...which }: Parsed<typeof bulk.offer>,
): Promise<BulkPeople> {
  const press = await idByToken(tx, caller, token, [which])
  const chosen = await selectOpen(tx, caller, which)
  if (await isBegun(tx, caller.organisation.id, 'offer', press))
    return summaryOf(chosen.map((one) => (one.skip === 'under_way' ? { ...one, skip: null } : one)))
  const receivers = Map.groupBy(
    chosen.filter(({ skip }) => skip === null),
    ({ receiverId }) => receiverId!,
  )
  const things = [...receivers].map(([id, people]) => ({
    id,
    label: people[0]!.receiverName!,
    payload: { memberIds: people.map((one) => one.id) },
  }))
  const payload = { membershipConfId: which.membershipConfId }
  const underWay = await delayForEach(tx, caller, things, { kind: 'offer', payload, job: offerJob, press })
  return summaryOf(
    chosen.map((one) => (one.skip === null && underWay.has(one.receiverId!) ? { ...one, skip: 'under_way' } : one)),
  )
}

/** A chosen person, and who buys for them: themselves, or who looks after them. */
interface Receiving extends Chosen {
  readonly receiverId: string | null
  readonly receiverName: string | null
}

async function selectOpen(
  db: Reader,
  caller: OfficeCaller,
  { membershipConfId, ...which }: Which,
): Promise<Receiving[]> {
  const left = sql`when ${leavesBefore(membershipConfId)} then 'left' ${archivedToo}`
  const people = await selectChosen(db, caller, which, 'offer', left)
  const memberIds = people.map(({ id }) => id)
  const { closed } = await selectSeasonOnSale(db, caller.organisation.id, { membershipConfId, memberIds })
  const { rows } = await db.execute<{ id: string; receiverId: string; name: string; waits: boolean }>(sql`
    select members.id, receivers.id as "receiverId", ${fullNameOf('receivers')} as name,
      receivers.id in ${peopleDelayedAt(caller.organisation.id, 'offer')} as waits
    from members
    join members receivers on receivers.id = coalesce(members.parent_id, members.id) and ${isReachable(sql`receivers`)}
    where members.id = any(${sql.param(memberIds)}::uuid[]) and members.enabled`)
  const receivers = new Map(rows.map((row) => [row.id, row]))
  const reasons = new Map(closed.map(({ memberId, reason }) => [memberId, reason]))
  return people.map(({ id, name, skip }) => {
    const receiver = receivers.get(id)
    const reason = reasons.get(id)
    // Whoever buys can fill in a birth date, and pay what they have begun.
    const shut = reason === 'birth_date_missing' || reason === 'unpaid' ? null : (reason ?? null)
    const unsent = !receiver ? 'no_email' : receiver.waits ? 'under_way' : null
    return {
      id,
      name,
      skip: skip ?? shut ?? unsent,
      receiverId: receiver?.receiverId ?? null,
      receiverName: receiver?.name ?? null,
    }
  })
}

/** Mails and notifies each receiver of those for whom they can still buy the season. */
export const offerHandler = ({ db }: { readonly db: Db }) =>
  delayedHandler(db, offerJob, 'members.write', async (tx, { id, orgId, actorId, thingId: receiverId, payload }) => {
    const { membershipConfId, memberIds } = payload as unknown as Payload
    const { season, people } = await selectOffered(tx, { orgId, membershipConfId, memberIds })
    await forgetPayload(tx, id)
    if (people.length === 0) return
    const club = await selectOrganisation(tx, orgId)
    await notify(tx, {
      receiverId,
      type: 'MEMBERSHIP_RENEW',
      texts: (locale) => ({
        title: m.notification_offered_title({ club: club.name }, { locale }),
        message: m.notification_offered_message(
          {
            names: formatList(
              people.map(({ name }) => name),
              locale,
            ),
            membership: textIn(season.nameTexts, locale),
          },
          { locale },
        ),
      }),
      data: { orgId, joins: true, lines: linesOf(people, membershipConfId) },
      onceKey: `membership-offered:${id}`,
      mail: { template: 'membership-offered', orgId, data: { memberId: receiverId, membershipConfId, memberIds } },
    })
    for (const { id: thingId, name: label } of people)
      await recordOfficeChange(
        tx,
        { actor: { actorId }, organisation: { id: orgId } },
        { name: 'membership_offered', thing: 'member', thingId, label, after: { membership: season.nameTexts.da } },
      )
  })

/** Nobody of the press is offered anything. */
export async function stopOffer(
  tx: Tx,
  caller: OfficeCaller,
  { actionId }: { readonly actionId: string },
): Promise<void> {
  const stopped = await stopAction(tx, caller, { actionId, kind: 'offer' })
  for (const { id } of stopped) await forgetPayload(tx, id)
  await recordOfficeChange(tx, caller, { name: 'offer_stopped', thing: 'member', label: String(stopped.length) })
}
