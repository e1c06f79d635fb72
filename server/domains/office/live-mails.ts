import type { Db, Tx } from '#server/database/db.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { sql } from '#server/database/sql.ts'
import { fullName, languageOf, selectOptionalMember, wasSuperAdmin } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { grantedMembers } from '#server/identity/scopes.ts'
import * as m from '#words/messages.js'

interface GoLiveAsked {
  readonly orgId: string
  readonly askedBy: string
  /** The operator who gets the mail. */
  readonly memberId: string
}

/** Mails everybody who operates the portal that a club asks to go live, once a day, however often it asks. */
export async function mailGoLiveAsked(tx: Tx, { orgId, ...about }: Omit<GoLiveAsked, 'memberId'>): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from members where enabled and email is not null and ${wasSuperAdmin(sql`members.id`)} order by id limit 20`)
  for (const { id: memberId } of rows)
    await requestMail(tx, {
      template: 'go-live-asked',
      memberId,
      orgId,
      data: { ...about, memberId },
      onceKey: `go-live-asked:${orgId}:${memberId}:${copenhagenDate(tx.now)}`,
    })
}

interface WentLive {
  readonly orgId: string
  readonly memberId: string
}

/** Mails whoever asked that the club takes real payments, once; everybody who sees its settings where nobody asked, or they are gone. */
export async function mailWentLive(tx: Tx, orgId: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string; asked: boolean }>(sql`
    select members.id, members.id = club_starts.asked_by as asked from members
    join club_starts on club_starts.org_id = ${orgId}
    where members.enabled and (members.id = club_starts.asked_by or members.id in (
      select member_id from organisation_admins where org_id = ${orgId} union ${grantedMembers(orgId, 'settings')}
    )) order by members.id`)
  const asker = rows.filter(({ asked }) => asked)
  for (const { id: memberId } of asker.length > 0 ? asker : rows)
    await requestMail(tx, {
      template: 'went-live',
      memberId,
      orgId,
      data: { memberId } satisfies Omit<WentLive, 'orgId'>,
      onceKey: `went-live:${orgId}:${memberId}`,
    })
}

interface Services {
  readonly publicUrl: string
  readonly productName: string
}

export const liveMails = (db: Db, services: Services) => ({
  'go-live-asked': (about: GoLiveAsked) => goLiveAskedMail(db, services, about),
  'went-live': (about: WentLive) => wentLiveMail(db, services, about),
})

async function goLiveAskedMail(
  db: Db,
  { publicUrl, productName: portal }: Services,
  { orgId, askedBy, memberId }: GoLiveAsked,
): Promise<MailDraft | null> {
  const [club, asker, operator] = await Promise.all([
    selectOrganisation(db, orgId),
    selectOptionalMember(db, askedBy),
    selectOptionalMember(db, memberId),
  ])
  if (!operator?.email) return null
  const locale = languageOf(operator)
  const say = { locale }
  const text = m.mail_go_live_asked_text(
    { name: asker ? fullName(asker) : club.contactEmail, club: club.name, portal },
    say,
  )
  return clubMail(
    { ...club, name: portal },
    {
      to: { name: fullName(operator), address: operator.email },
      locale,
      subject: m.mail_go_live_asked_subject({ club: club.name }, say),
      paragraphs: [text],
      button: {
        label: m.mail_go_live_asked_button({}, say),
        url: `${publicUrl}/operator/clubs/${encodeURIComponent(club.key)}`,
      },
      why: m.mail_why_operator({ portal }, say),
    },
  )
}

async function wentLiveMail(
  db: Db,
  { publicUrl, productName: portal }: Services,
  { orgId, memberId }: WentLive,
): Promise<MailDraft | null> {
  const [club, member] = await Promise.all([selectOrganisation(db, orgId), selectOptionalMember(db, memberId)])
  if (!member?.email) return null
  const locale = languageOf(member)
  const say = { locale }
  const values = { club: club.name, portal }
  return clubMail(
    { ...club, name: portal },
    {
      to: { name: fullName(member), address: member.email },
      locale,
      subject: m.mail_went_live_subject(values, say),
      paragraphs: [m.mail_went_live_text(values, say), m.mail_went_live_next(values, say)],
      button: {
        label: m.mail_office_open({}, say),
        url: `${publicUrl}/office/${encodeURIComponent(club.key)}`,
      },
      why: m.mail_why_club_settings(values, say),
    },
  )
}
