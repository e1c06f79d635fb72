import type { Db, Tx } from '#server/database/db.ts'
import { organisations, paymentConfigurations } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { grantedMembers } from '#server/identity/scopes.ts'
import * as m from '#words/messages.js'
import type { Authorization } from './gateway.ts'
import type { PaymentConfigurationRow } from './queries.ts'

type Seen = Pick<Authorization, 'merchant' | 'acquirer' | 'test'>

/** Whether an authorisation says something new about where the money goes. Of a test only the merchant's number is known. */
export const hasNewMerchant = (known: Pick<PaymentConfigurationRow, 'merchant' | 'acquirer'>, seen: Seen): boolean =>
  seen.merchant !== null &&
  (seen.merchant !== known.merchant || (!seen.test && seen.acquirer !== null && seen.acquirer !== known.acquirer))

/**
 * Keeps the merchant and the acquirer of a payment. When the number is another than before, it is in the history, and the people of the
 * office are mailed: a wrong key sends a club's money to somebody else.
 */
export async function recordMerchant(tx: Tx, configurationId: string, seen: Seen): Promise<void> {
  const [row] = await tx
    .select()
    .from(paymentConfigurations)
    .where(eq(paymentConfigurations.id, configurationId))
    .for('update')
  if (!row || !hasNewMerchant(row, seen)) return
  const { merchant } = seen
  const isOther = row.merchant !== null && row.merchant !== merchant
  await tx
    .update(paymentConfigurations)
    .set({
      merchant,
      acquirer: seen.test ? row.acquirer : seen.acquirer,
      ...(isOther && { merchantBefore: row.merchantBefore ?? row.merchant, merchantChangedAt: sql`portal_now()` }),
    })
    .where(eq(paymentConfigurations.id, row.id))
  if (!isOther) return
  const [club] = await tx.select().from(organisations).where(eq(organisations.id, row.orgId))
  // It follows from the key, and so does whose doing it is; a command's is in no history.
  if (row.keySetBy)
    await recordOfficeChange(
      tx,
      { actor: { actorId: row.keySetBy }, organisation: club! },
      {
        name: 'merchant_changed',
        thing: 'club',
        label: merchant!,
        before: { merchant: row.merchant },
        after: { merchant },
      },
    )
  await mailOffice(tx, { orgId: row.orgId, before: row.merchant!, merchant: merchant! })
}

interface MerchantChange {
  readonly orgId: string
  readonly before: string
  readonly merchant: string
}

/** One mail to each who has the club's settings; to its contact address where nobody has. */
async function mailOffice(tx: Tx, { orgId, ...change }: MerchantChange): Promise<void> {
  const { rows } = await tx.execute<{ memberId: string }>(sql`
    select id as "memberId" from members where enabled and email is not null and id in (
      select member_id from organisation_admins where org_id = ${orgId} union ${grantedMembers(orgId, 'settings')})`)
  const receivers = rows.length > 0 ? rows.map(({ memberId }) => memberId) : [null]
  for (const memberId of receivers)
    await requestMail(tx, {
      template: 'merchant-changed',
      memberId,
      orgId,
      data: { ...change, memberId },
      onceKey: `merchant-changed:${orgId}:${change.before}:${change.merchant}:${tx.now.toISOString()}:${memberId}`,
    })
}

export const paymentMails = (db: Db, publicUrl: string) => ({
  'merchant-changed': (change: MerchantChange & { readonly memberId: string | null }) =>
    merchantMail(db, publicUrl, change),
})

async function merchantMail(
  db: Db,
  publicUrl: string,
  { orgId, memberId, before, merchant }: MerchantChange & { readonly memberId: string | null },
): Promise<MailDraft | null> {
  const club = await selectOrganisation(db, orgId)
  const member = memberId === null ? null : await selectOptionalMember(db, memberId)
  if (memberId !== null && !member?.email) return null
  const locale = languageOf(member)
  const say = { locale }
  const mail = clubMail(club, {
    to: member ? { name: fullName(member), address: member.email! } : { name: club.name, address: club.contactEmail },
    locale,
    subject: m.mail_merchant_subject({ club: club.name }, say),
    heading: m.mail_merchant_heading({ club: club.name }, say),
    preview: m.mail_merchant_preview({ merchant }, say),
    paragraphs: [m.mail_merchant_text({ before, merchant }, say), m.mail_merchant_check({}, say)],
    button: {
      label: m.mail_merchant_button({}, say),
      url: `${publicUrl}/office/${encodeURIComponent(club.key)}/settings?tab=payment`,
    },
    why: m.mail_merchant_why({ club: club.name }, say),
  })
  // An answer would come back to the club itself.
  return { ...mail, replyTo: null }
}
