import type { Db } from '#server/database/db.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import { composeMail, type Mail } from '#server/domains/notifications/index.ts'
import { formatDay } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'

export interface Renewal {
  readonly memberId: string
  readonly orgId: string
  /** The last day of what is to be renewed. */
  readonly endDate: string
}

/** Reminds a member, or who looks after them, that a membership ends and the next season is on sale. */
export async function renewalMail(db: Db, publicUrl: string, { memberId, orgId, endDate }: Renewal): Promise<Mail> {
  const [member, organisation] = await Promise.all([selectOptionalMember(db, memberId), selectOrganisation(db, orgId)])
  if (!member?.email) throw new Error('A member to be reminded has no address')
  const locale = member.language ?? 'en'
  const club = organisation.name
  const day = formatDay(endDate, locale)
  return {
    to: { name: `${member.firstName} ${member.lastName}`.trim(), address: member.email },
    fromName: club,
    replyTo: organisation.contactEmail,
    subject: m.mail_membership_renew_subject({ club, day }, { locale }),
    ...(await composeMail({
      locale,
      club,
      heading: m.mail_membership_renew_heading({ name: member.firstName }, { locale }),
      paragraphs: [m.mail_membership_renew_text({ club, day }, { locale })],
      button: {
        label: m.mail_membership_renew_button({}, { locale }),
        url: `${publicUrl}/membership/new?orgId=${orgId}`,
      },
    })),
    attachments: [],
  }
}
