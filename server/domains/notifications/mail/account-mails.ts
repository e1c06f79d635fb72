import type { Language } from '#contract/values.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db, Tx } from '#server/database/db.ts'
import {
  claimToken,
  callName,
  fullName,
  languageOf,
  selectOptionalMember,
  selectUnclaimedMember,
} from '#server/domains/members/index.ts'
import * as m from '#words/messages.js'
import { type FinishServices, type MailDraft, portalMail } from './build-mail.ts'
import { requestMail } from './send-mail.ts'

/** Messages about a person's sign-in. */
export const accountNotifications = {
  /** To a new member. */
  welcome: (tx: Tx, memberId: string): Promise<void> =>
    requestMail(tx, { template: 'welcome', memberId, orgId: null, data: { memberId }, onceKey: `welcome:${memberId}` }),

  /** To the member whose address an unverified sign-in has; one mail per `once`. */
  claimAccount: (tx: Tx, memberId: string, once: string, language: Language): Promise<void> =>
    requestMail(tx, {
      template: 'claim',
      memberId,
      orgId: null,
      data: { memberId, language },
      onceKey: `claim:${memberId}:${once}`,
    }),
}

interface About {
  readonly memberId: string
  /** Of the sign-in, if the member has chosen none. */
  readonly language?: Language
}

export const accountMails = (db: Db, services: FinishServices) => ({
  welcome: (about: About) => welcomeMail(db, services, about),
  claim: (about: About) => claimMail(db, services, about),
})

async function welcomeMail(
  db: Db,
  { productName: portal, publicUrl }: FinishServices,
  { memberId }: About,
): Promise<MailDraft | null> {
  const member = await selectOptionalMember(db, memberId)
  if (!member?.email) return null
  const locale = languageOf(member)
  const say = { locale }
  return portalMail(portal, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_welcome_subject({ portal }, say),
    heading: m.mail_welcome_heading({ name: callName(member) }, say),
    preview: m.mail_welcome_preview({}, say),
    paragraphs: [m.mail_welcome_text({ portal }, say)],
    steps: [
      { title: m.mail_welcome_profile_title({}, say), text: m.mail_welcome_profile_text({}, say) },
      { title: m.mail_welcome_club_title({}, say), text: m.mail_welcome_club_text({}, say) },
      { title: m.mail_welcome_follow_title({}, say), text: m.mail_welcome_follow_text({}, say) },
    ],
    button: { label: m.mail_welcome_button({}, say), url: `${publicUrl}/my-profile` },
    why: m.mail_why_account({ portal }, say),
  })
}

async function claimMail(
  db: Db,
  { secrets, productName: portal, publicUrl }: FinishServices,
  { memberId, language }: About,
): Promise<MailDraft | null> {
  const member = await selectOptionalMember(db, memberId)
  // Somebody has claimed it meanwhile.
  if (!member?.email || !(await selectUnclaimedMember(db, member.email))) return null
  const locale = languageOf(member, language)
  const say = { locale }
  const token = claimToken(secrets, memberId, await portalNow(db))
  return portalMail(portal, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_claim_subject({ portal }, say),
    heading: m.mail_claim_heading({ name: callName(member) }, say),
    preview: m.mail_claim_preview({}, say),
    paragraphs: [m.mail_claim_text({ portal }, say), m.mail_claim_how({}, say)],
    button: { label: m.mail_claim_button({}, say), url: `${publicUrl}/claim-account?token=${token}` },
    remarks: [m.mail_claim_limits({}, say), m.mail_claim_not_me({}, say)],
    why: m.mail_why_claim({ portal }, say),
  })
}
