import { copenhagenDate } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { changeSuggestions, clubPeople, mergeRequests } from '#server/database/schema/index.ts'
import { and, eq } from '#server/database/sql.ts'
import { formatDate } from '#server/documents/format.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'

interface Services {
  readonly publicUrl: string
}

export const peopleMails = (db: Db, services: Services) => ({
  'club-left': (about: LeftClub) => leftMail(db, services, about),
  'change-suggested': (about: Suggested) => suggestedMail(db, services, about),
  'merge-asked': (about: MergeAsked) => mergeAskedMail(db, services, about),
})

interface LeftClub {
  readonly orgId: string
  readonly memberId: string
}

/** To the person, or who looks after them. Null if they belong to the club after all, or have died. */
async function leftMail(db: Db, { publicUrl }: Services, { orgId, memberId }: LeftClub): Promise<MailDraft | null> {
  const [[left], member, club] = await Promise.all([
    db
      .select()
      .from(clubPeople)
      .where(and(eq(clubPeople.orgId, orgId), eq(clubPeople.memberId, memberId))),
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
  ])
  if (!left?.leftOn || left.leftReason === 'deceased' || !member) return null
  const receiver = member.email ? member : member.parentId && (await selectOptionalMember(db, member.parentId))
  if (!receiver || !receiver.email) return null
  const locale = languageOf(receiver)
  const say = { locale }
  const values = { name: fullName(member), club: club.name, date: formatDate(left.leftOn, locale) }
  return clubMail(club, {
    to: { name: fullName(receiver), address: receiver.email },
    locale,
    subject: m.mail_left_subject(values, say),
    paragraphs: [m.mail_left_text(values, say), m.mail_left_kept(values, say), m.mail_left_return(values, say)],
    button: { label: m.mail_left_button({}, say), url: `${publicUrl}/${encodeURIComponent(club.key)}` },
    remarks: [m.mail_left_unexpected(values, say)],
    why: m.mail_why_left(values, say),
  })
}

interface Suggested {
  readonly suggestionId: string
  readonly orgId: string
  readonly memberId: string
  readonly receiverId: string
}

/** Null if it was withdrawn or answered meanwhile. */
async function suggestedMail(
  db: Db,
  { publicUrl }: Services,
  { suggestionId, orgId, memberId, receiverId }: Suggested,
): Promise<MailDraft | null> {
  const [[suggestion], member, receiver, club] = await Promise.all([
    db.select().from(changeSuggestions).where(eq(changeSuggestions.id, suggestionId)),
    selectOptionalMember(db, memberId),
    selectOptionalMember(db, receiverId),
    selectOrganisation(db, orgId),
  ])
  if (!suggestion || suggestion.answeredAt || suggestion.withdrawnAt || !member || !receiver?.email) return null
  const locale = languageOf(receiver)
  const say = { locale }
  const values = { name: fullName(member), club: club.name }
  return clubMail(club, {
    to: { name: fullName(receiver), address: receiver.email },
    locale,
    subject: m.mail_suggested_subject(values, say),
    paragraphs: [m.mail_suggested_text(values, say), m.mail_suggested_yours({}, say)],
    button: { label: m.mail_suggested_button({}, say), url: `${publicUrl}/my-profile#suggestions` },
    why: m.mail_why_suggested(values, say),
  })
}

interface MergeAsked {
  readonly requestId: string
  readonly orgId: string
  readonly receiverId: string
}

/** Null if it was answered or withdrawn meanwhile. */
async function mergeAskedMail(
  db: Db,
  { publicUrl }: Services,
  { requestId, orgId, receiverId }: MergeAsked,
): Promise<MailDraft | null> {
  const [[request], receiver, club] = await Promise.all([
    db.select().from(mergeRequests).where(eq(mergeRequests.id, requestId)),
    selectOptionalMember(db, receiverId),
    selectOrganisation(db, orgId),
  ])
  if (!request || request.declinedAt || request.withdrawnAt || request.mergedAt || !receiver?.email) return null
  const gone = await selectOptionalMember(db, request.goneId)
  const locale = languageOf(receiver)
  const say = { locale }
  const values = { club: club.name, name: fullName(gone!), date: formatDate(copenhagenDate(request.until), locale) }
  return clubMail(club, {
    to: { name: fullName(receiver), address: receiver.email },
    locale,
    subject: m.mail_merge_asked_subject(values, say),
    paragraphs: [m.mail_merge_asked_text(values, say), m.mail_merge_asked_both(values, say)],
    button: { label: m.mail_merge_asked_button({}, say), url: `${publicUrl}/merge-request/${requestId}` },
    remarks: [m.mail_merge_asked_not_me(values, say)],
    why: m.mail_why_merge_asked(values, say),
  })
}
