import * as z from 'zod/mini'
import type { Output, Parsed } from '#contract/endpoint.ts'
import type { Import, imports as endpoints } from '#contract/people/imports.ts'
import { Id } from '#contract/values.ts'
import { portalNow } from '#server/database/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { imports, organisations } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { delayAction, delayedHandler, delayedJob, recordOfficeChange, stopAction } from '#server/domains/audit/index.ts'
import {
  claimToken,
  callName,
  fullName,
  languageOf,
  selectOptionalMember,
  selectUnclaimedMember,
} from '#server/domains/members/index.ts'
import { clubMail, type FinishServices, type MailDraft, requestMail } from '#server/domains/notifications/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { mayMailStranger } from '#server/http/limits/rate.ts'
import { Problem } from '#server/http/problem.ts'
import { enqueue, handle, type Handler, job } from '#server/jobs/queue.ts'
import * as m from '#words/messages.js'
import { lockImport } from './imports.ts'
import { invitable, presentImport, selectImport, type Which } from './show-import.ts'

type Caller = OfficeCaller

const inviteLater = delayedJob('people.invite-when-not-stopped')
const inviteJob = job('people.invite', z.object({ importId: Id }))

/** People invited in one transaction. */
const BATCH = 100
/** Days for which the link of an invitation works. */
const DAYS = 30

/** Whom an invitation to sign in would reach, and how it reads. */
export async function previewInvite(
  db: Db,
  caller: Caller,
  which: Which,
): Promise<Output<typeof endpoints.invitePreview>> {
  const record = await selectImport(db, caller, which)
  const { rows } = await db.execute<{ people: number }>(
    sql`select count(distinct id)::int as people from (${invitable(record.id)}) people`,
  )
  const say = { locale: caller.actor.via.language }
  const club = caller.organisation.name
  return {
    people: rows[0]!.people,
    subject: m.mail_invited_subject({ club }, say),
    text: [m.mail_invited_text({ club }, say), m.mail_invited_how({}, say)].join('\n\n'),
  }
}

/** Invites people of an import to sign in, a minute from now. */
export async function inviteImported(tx: Tx, caller: Caller, which: Which): Promise<Import> {
  const record = await lockImport(tx, caller, which)
  const shown = await presentImport(tx, caller, record)
  if (!shown.can.invite) throw new Problem('import_not_now')
  await delayAction(tx, caller, {
    kind: 'invite',
    thingId: record.id,
    label: record.fileName,
    payload: {},
    job: inviteLater,
  })
  return shown
}

/** Stops invitations that have not gone out. */
export async function stopInvite(
  tx: Tx,
  caller: Caller,
  { actionId }: Parsed<typeof endpoints.stopInvite>,
): Promise<void> {
  const [{ thingId, label }] = await stopAction(tx, caller, { actionId, kind: 'invite' })
  await recordOfficeChange(tx, caller, { name: 'import_invite_stopped', thing: 'import', thingId, label })
}

/** Begins to invite once the minute is over. */
export const inviteHandlers = (db: Db): Handler[] => [
  delayedHandler(db, inviteLater, 'members.write', async (tx, { thingId, orgId, actorId, label }) => {
    const { rows } = await tx.execute<{ people: number }>(
      sql`select count(distinct id)::int as people from (${invitable(thingId)}) people`,
    )
    await recordOfficeChange(
      tx,
      { actor: { actorId }, organisation: { id: orgId } },
      { name: 'import_invited', thing: 'import', thingId, label, after: { people: rows[0]!.people } },
    )
    await enqueueInvite(tx, thingId)
  }),
  handle(inviteJob, async ({ importId }) => {
    await inTransaction(db, (tx) => inviteSome(tx, importId))
  }),
]

const enqueueInvite = (tx: Tx, importId: string) =>
  enqueue(tx, inviteJob, { importId }, { key: `invite:${importId}`, hurry: true })

/** Each is invited once, in one transaction with the mail and the next batch. */
async function inviteSome(tx: Tx, importId: string): Promise<void> {
  const [record] = await tx.select({ orgId: imports.orgId }).from(imports).where(eq(imports.id, importId)).for('update')
  const { rows } = await tx.execute<{ row: number; id: string; email: string }>(
    sql`${invitable(importId)} order by row limit ${BATCH}`,
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    update import_rows set invited_at = portal_now()
    where import_id = ${importId} and row = any(${sql.param(rows.map(({ row }) => row))}::int[])`)
  for (const { id: memberId, email } of new Map(rows.map((one) => [one.id, one])).values())
    // The list may have been imported before, or by other clubs.
    if (await mayMailStranger(tx, email))
      await requestMail(tx, {
        template: 'invited',
        memberId,
        orgId: record!.orgId,
        data: { memberId, importId },
        onceKey: `invited:${importId}:${memberId}`,
      })
  await enqueueInvite(tx, importId)
}

interface About {
  readonly memberId: string
  readonly importId: string
}

export const importMails = (db: Db, services: FinishServices) => ({
  invited: (about: About) => invitedMail(db, services, about),
})

async function invitedMail(
  db: Db,
  { secrets, publicUrl, productName: portal }: FinishServices,
  { memberId, importId }: About,
): Promise<MailDraft | null> {
  const member = await selectOptionalMember(db, memberId)
  // Somebody has signed in meanwhile.
  if (!member?.email || !(await selectUnclaimedMember(db, member.email))) return null
  const [club] = await db
    .select({ id: organisations.id, name: organisations.name, contactEmail: organisations.contactEmail })
    .from(imports)
    .innerJoin(organisations, eq(organisations.id, imports.orgId))
    .where(eq(imports.id, importId))
  if (!club) return null
  const locale = languageOf(member)
  const say = { locale }
  const token = claimToken(secrets, memberId, await portalNow(db), DAYS)
  return clubMail(club, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_invited_subject({ club: club.name }, say),
    heading: m.mail_invited_heading({ name: callName(member) }, say),
    paragraphs: [m.mail_invited_text({ club: club.name }, say), m.mail_invited_how({}, say)],
    button: { label: m.mail_invited_button({}, say), url: `${publicUrl}/claim-account?token=${token}` },
    remarks: [m.mail_invited_limits({ days: DAYS }, say), m.mail_invited_not_me({ club: club.name }, say)],
    why: m.mail_why_invited({ club: club.name, portal }, say),
  })
}
