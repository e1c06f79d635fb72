import { type LocalText, textIn } from '#contract/local-text.ts'
import { formatDay } from '#server/documents/format.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql } from '#server/database/sql.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { broadcast, type MailDraft } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'

interface Grown {
  readonly orgId: string
  readonly configurationId: string
  /** The new last day. */
  readonly endDate: string
}

/** Tells the holders of a season, or their guardians, that it runs longer: once for each new last day. */
export async function tellGrown(tx: Tx, grown: Grown, name: string): Promise<void> {
  const { orgId, configurationId, endDate } = grown
  const { name: club } = await selectOrganisation(tx, orgId)
  await broadcast(tx, {
    receivers: sql`
      select distinct receivers.id as member_id
      from membership_terms terms
      join members on members.id = terms.member_id and members.enabled
      join members receivers on receivers.id = coalesce(members.parent_id, members.id) and receivers.enabled
      where ${isGrown(grown)}`,
    // Its page is the same; the status says that there is nothing to renew.
    type: 'MEMBERSHIP_RENEW',
    texts: (locale) => ({
      title: m.notification_season_grown_title({ club }, { locale }),
      message: m.notification_season_grown_message({ name, day: formatDay(endDate, locale) }, { locale }),
    }),
    data: { orgId, endDate, status: 'grown' },
    onceKey: `season-grown:${configurationId}:${endDate}`,
    mail: { template: 'season-grown', data: { ...grown } },
  })
}

const isGrown = ({ orgId, configurationId, endDate }: Grown) => sql`
  terms.org_id = ${orgId} and terms.configuration_id = ${configurationId} and terms.end_date = ${endDate} and terms.status = 'active'`

/** To a holder or guardian. Null if nobody of theirs holds it until that day any more. */
export async function grownSeasonMail(
  db: Db,
  publicUrl: string,
  { memberId, ...grown }: Grown & { readonly memberId: string },
): Promise<MailDraft | null> {
  const [member, organisation, held] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, grown.orgId),
    selectHeld(db, memberId, grown),
  ])
  if (!member?.email || held.length === 0) return null
  const locale = languageOf(member)
  const say = { locale }
  const club = organisation.name
  const day = formatDay(grown.endDate, locale)
  return {
    to: { name: fullName(member), address: member.email },
    orgId: organisation.id,
    replyTo: organisation.contactEmail,
    subject: m.mail_season_grown_subject({ club, day }, say),
    content: {
      locale,
      sender: club,
      preview: m.mail_season_grown_text({ club }, say),
      heading: m.notification_season_grown_title({ club }, say),
      paragraphs: [m.mail_season_grown_text({ club }, say)],
      tables: [
        {
          rows: held.map(({ name, title }) => ({
            label: name,
            details: [textIn(title, locale)],
            value: m.mail_membership_renew_until({ day }, say),
          })),
        },
      ],
      button: { label: m.mail_season_grown_button({}, say), url: `${publicUrl}/memberships` },
      why: m.mail_season_grown_why({ club }, say),
    },
  }
}

async function selectHeld(db: Reader, memberId: string, grown: Grown): Promise<{ name: string; title: LocalText }[]> {
  const { rows } = await db.execute<{ name: string; title: LocalText }>(sql`
    select ${fullNameOf('members')} as name, configurations.name_texts as title
    from membership_terms terms
    join members on members.id = terms.member_id and members.enabled
    join membership_configurations configurations on configurations.id = terms.configuration_id
    where ${isGrown(grown)} and coalesce(members.parent_id, members.id) = ${memberId}
    order by members.parent_id nulls first, members.date_of_birth, terms.id`)
  return rows
}
