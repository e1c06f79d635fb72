import { type LocalText, textIn } from '#contract/local-text.ts'
import { formatDay } from '#server/documents/format.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql } from '#server/database/sql.ts'
import { fullName, hasDied, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { broadcast, clubMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'

interface ExtendedSeason {
  readonly orgId: string
  readonly configurationId: string
  /** The new last day. */
  readonly endDate: string
}

/** Notifies the holders of a season, or their guardians, that it runs longer: once for each new last day. */
export async function notifySeasonExtended(tx: Tx, extended: ExtendedSeason, name: LocalText): Promise<void> {
  const { orgId, configurationId, endDate } = extended
  const { name: club } = await selectOrganisation(tx, orgId)
  await broadcast(tx, {
    receivers: sql`
      select receivers.id as member_id, array_agg(members.id) as people
      from membership_terms terms
      join members on members.id = terms.member_id and members.enabled
      join members receivers on receivers.id = coalesce(members.parent_id, members.id) and receivers.enabled
      where ${isOfExtended(extended)} group by receivers.id`,
    // Its page is the same; the status says that there is nothing to renew.
    type: 'MEMBERSHIP_RENEW',
    texts: (locale) => ({
      title: m.notification_season_extended_title({ club }, { locale }),
      message: m.notification_season_extended_message(
        { name: textIn(name, locale), day: formatDay(endDate, locale) },
        { locale },
      ),
    }),
    data: { orgId, endDate, status: 'grown' },
    onceKey: `season-grown:${configurationId}:${endDate}`,
    mail: { template: 'season-grown', data: { ...extended } },
  })
}

const isOfExtended = ({ orgId, configurationId, endDate }: ExtendedSeason) => sql`
  terms.org_id = ${orgId} and terms.configuration_id = ${configurationId} and terms.end_date = ${endDate} and terms.status = 'active'
    and not ${hasDied(sql`terms.member_id`)}`

/** To a holder or guardian. Null if nobody of theirs holds it until that day any more. */
export async function extendedSeasonMail(
  db: Db,
  publicUrl: string,
  { memberId, ...extended }: ExtendedSeason & { readonly memberId: string },
): Promise<MailDraft | null> {
  const [member, organisation, held] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, extended.orgId),
    selectHeld(db, memberId, extended),
  ])
  if (!member?.email || held.length === 0) return null
  const locale = languageOf(member)
  const say = { locale }
  const club = organisation.name
  const day = formatDay(extended.endDate, locale)
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_season_extended_subject({ club, day }, say),
    about: held.map(({ name }) => name),
    heading: m.notification_season_extended_title({ club }, say),
    paragraphs: [m.mail_season_extended_text({ club }, say)],
    tables: [
      {
        rows: held.map(({ name, title }) => ({
          label: name,
          details: [textIn(title, locale)],
          value: m.mail_membership_renew_until({ day }, say),
        })),
      },
    ],
    button: { label: m.mail_season_extended_button({}, say), url: `${publicUrl}/memberships` },
    why: m.mail_why_renewal({ club }, say),
  })
}

async function selectHeld(
  db: Reader,
  memberId: string,
  extended: ExtendedSeason,
): Promise<{ name: string; title: LocalText }[]> {
  const { rows } = await db.execute<{ name: string; title: LocalText }>(sql`
    select ${fullNameOf('members')} as name, configurations.name_texts as title
    from membership_terms terms
    join members on members.id = terms.member_id and members.enabled
    join membership_configurations configurations on configurations.id = terms.configuration_id
    where ${isOfExtended(extended)} and coalesce(members.parent_id, members.id) = ${memberId}
    order by members.parent_id nulls first, members.date_of_birth, terms.id`)
  return rows
}
