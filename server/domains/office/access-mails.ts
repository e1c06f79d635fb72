import { type GrantedRole, officeRoles } from '#contract/office/scopes.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { officeInvitations } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eq } from '#server/database/sql.ts'
import { formatDate, formatList } from '#server/documents/format.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { mayStillGive } from './inviter.ts'
import { invitationToken } from './invitation-token.ts'
import { liveMails } from './live-mails.ts'

interface AccessChange {
  readonly orgId: string
  /** Whose access it is: they get the mail. */
  readonly memberId: string
  readonly change: 'given' | 'changed' | 'revoked' | 'left'
  readonly roles: readonly GrantedRole[]
}

/** Mails somebody what changed in their access to a club's office. */
export const mailAccessChange = (tx: Tx, { orgId, ...about }: AccessChange): Promise<void> =>
  requestMail(tx, {
    template: 'office-access',
    memberId: about.memberId,
    orgId,
    data: about,
    onceKey: `office-access:${newId()}`,
  })

interface Services {
  readonly publicUrl: string
  readonly productName: string
  readonly secrets: Secrets
}

export const officeMails = (db: Db, services: Services) => ({
  'office-invited': (about: { readonly invitationId: string }) => invitedMail(db, services, about),
  'office-access': (about: AccessChange) => accessMail(db, services, about),
  ...liveMails(db, services),
})

/** "treasurer and secretary", in the order in which roles are listed. */
const roleWords = (roles: readonly GrantedRole[], locale: Language): string =>
  formatList(
    officeRoles.filter((role) => roles.includes(role)).map((role) => m[`office_role_${role}`]({}, { locale })),
    locale,
  )

/** To the invited address. Null if the invitation was answered or withdrawn meanwhile. */
async function invitedMail(
  db: Db,
  { publicUrl, productName: portal, secrets }: Services,
  { invitationId }: { readonly invitationId: string },
): Promise<MailDraft | null> {
  const [invitation] = await db.select().from(officeInvitations).where(eq(officeInvitations.id, invitationId))
  if (!invitation || invitation.acceptedAt || invitation.withdrawnAt) return null
  if (!(await mayStillGive(db, invitation))) return null
  const [club, inviter] = await Promise.all([
    selectOrganisation(db, invitation.orgId),
    selectOptionalMember(db, invitation.invitedBy),
  ])
  const { language: locale, email, expiresAt } = invitation
  const say = { locale }
  const roles = roleWords(invitation.roles, locale)
  const until = formatDate(expiresAt.toISOString(), locale)
  return clubMail(club, {
    to: { name: '', address: email },
    locale,
    subject: m.mail_office_invited_subject({ club: club.name }, say),
    preview: m.mail_office_invited_preview({ roles }, say),
    paragraphs: [
      m.mail_office_invited_text(
        { name: inviter ? fullName(inviter) : club.name, club: club.name, roles, portal },
        say,
      ),
      m.mail_office_invited_how({ email }, say),
    ],
    button: {
      label: m.mail_office_invited_button({}, say),
      url: `${publicUrl}/office-invitation?token=${invitationToken(secrets, invitation)}`,
    },
    remarks: [m.mail_office_invited_until({ date: until }, say), m.mail_office_invited_unknown({}, say)],
    why: m.mail_why_office_invited({ email, club: club.name }, say),
  })
}

async function accessMail(
  db: Db,
  { publicUrl, productName: portal }: Services,
  { orgId, memberId, change, roles }: AccessChange,
): Promise<MailDraft | null> {
  const [club, member] = await Promise.all([selectOrganisation(db, orgId), selectOptionalMember(db, memberId)])
  if (!member?.email) return null
  const locale = languageOf(member)
  const say = { locale }
  const values = { club: club.name, roles: roleWords(roles, locale), portal }
  const texts = {
    given: [m.mail_office_given_subject, m.mail_office_given_text],
    changed: [m.mail_office_changed_subject, m.mail_office_changed_text],
    revoked: [m.mail_office_revoked_subject, m.mail_office_revoked_text],
    left: [m.mail_office_left_subject, m.mail_office_left_text],
  } as const
  const [subject, text] = texts[change]
  const hasAccess = change === 'given' || change === 'changed'
  return clubMail(club, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: subject(values, say),
    paragraphs: [text(values, say)],
    ...(hasAccess
      ? { button: { label: m.mail_office_open({}, say), url: `${publicUrl}/office/${encodeURIComponent(club.key)}` } }
      : {}),
    remarks: [m.mail_office_access_unexpected({ club: club.name }, say)],
    why: m.mail_why_office({ club: club.name }, say),
  })
}
