import { NEXT_SEASON_DAYS } from '#contract/organisations/templates.ts'
import type { MissingSeason } from '#contract/memberships/office.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Db, inTransaction, type Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { formatDay } from '#server/documents/format.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { grantedMembers } from '#server/identity/scopes.ts'
import * as m from '#words/messages.js'

/** Days after the last season for which a missing one is reported. */
const DAYS = NEXT_SEASON_DAYS

/** The series of a club whose season ends soon, or has ended, without a next one on sale or announced. */
export async function listMissingSeasons(db: Db, orgId: string): Promise<MissingSeason[]> {
  const missing = await selectMissing(db, copenhagenDate(await portalNow(db)), orgId)
  return missing.map(({ configurationId, name, endDate, draftId, holders }) => ({
    configurationId,
    name,
    endDate,
    draftId,
    holders,
  }))
}

type Missing = MissingSeason & { readonly orgId: string }

/** A series that a club has stopped, and a trial, need no next season. */
async function selectMissing(db: Reader, today: string, orgId?: string): Promise<Missing[]> {
  const { rows } = await db.execute<Missing>(sql`
    select last.org_id as "orgId", last.id as "configurationId", last.name, last.end_date::text as "endDate", (
        select draft.id from membership_configurations draft
        where draft.org_id = last.org_id and draft.series = last.series and draft.published_at is null and draft.start_date > last.end_date
        order by draft.start_date limit 1
      ) as "draftId", (
        select count(*)::int from membership_terms terms
        where terms.org_id = last.org_id and terms.configuration_id = last.id and terms.status = 'active'
      ) as holders
    from (
      select distinct on (org_id, series) * from membership_configurations
      where published_at is not null and not is_trial and ${orgId ? sql`org_id = ${orgId}` : sql`true`}
      order by org_id, series, enabled desc, end_date desc, id
    ) last
    join organisations on organisations.id = last.org_id and organisations.enabled
    where last.enabled and last.end_date between ${today}::date - ${DAYS}::int and ${today}::date + ${DAYS}::int
    order by last.org_id, last.end_date, danish_order(last.name) limit 1000`)
  return rows
}

/**
 * Mails those who write a club's seasons that a next one is missing: once for each last day, however often this runs.
 * @returns how many mails were requested
 */
export async function remindMissingSeasons(db: Db, today: string): Promise<number> {
  const missing = (await selectMissing(db, today)).filter(({ draftId }) => draftId === null)
  const ends = new Map(missing.map(({ orgId, endDate }) => [`${orgId} ${endDate}`, { orgId, endDate }]))
  let mailed = 0
  for (const { orgId, endDate } of ends.values()) {
    const writers = await selectWriters(db, orgId)
    await inTransaction(db, async (tx) => {
      for (const memberId of writers) {
        const onceKey = `season-missing:${orgId}:${endDate}:${memberId}`
        await requestMail(tx, { template: 'season-missing', memberId, orgId, data: { memberId }, onceKey })
      }
    })
    mailed += writers.length
  }
  return mailed
}

/** Enabled members who may write a club's seasons: by a grant, or as administrators at their last sign-in. */
async function selectWriters(db: Reader, orgId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from members where enabled and id in (
      select member_id from organisation_admins where org_id = ${orgId} union ${grantedMembers(orgId, 'memberships.write')}
    ) order by id`)
  return rows.map(({ id }) => id)
}

/** Null if the next seasons are there by now. */
export async function missingSeasonMail(
  db: Db,
  publicUrl: string,
  { orgId, memberId }: { readonly orgId: string; readonly memberId: string },
): Promise<MailDraft | null> {
  const today = copenhagenDate(await portalNow(db))
  const missing = (await selectMissing(db, today, orgId)).filter(({ draftId }) => draftId === null)
  const member = await selectOptionalMember(db, memberId)
  if (!member?.email || missing.length === 0) return null
  const organisation = await selectOrganisation(db, orgId)
  const locale = languageOf(member)
  const say = { locale }
  const club = organisation.name
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_season_missing_subject({ club }, say),
    preview: m.mail_season_missing_preview({}, say),
    paragraphs: [m.mail_season_missing_text({}, say)],
    tables: [
      {
        rows: missing.map(({ name, endDate }) => ({
          label: name,
          value: m.mail_season_missing_ends({ day: formatDay(endDate, locale) }, say),
        })),
      },
    ],
    button: {
      label: m.mail_season_missing_button({}, say),
      url: `${publicUrl}/office/${encodeURIComponent(organisation.key)}/memberships?copy=1`,
    },
    why: m.mail_why_season_missing({ club }, say),
  })
}
