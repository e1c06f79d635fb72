import type { FamilyPerson, Invitation, InvitationStatus } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const fullName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** Whole years from a birthday (`YYYY-MM-DD`) until a day. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return birthday.slice(5) > day.slice(5) ? years - 1 : years
}

/** "11 years old"; null when the birthday is not known, or to come. */
export function ageWords({ dateOfBirth }: Pick<Member, 'dateOfBirth'>): string | null {
  if (dateOfBirth === null) return null
  const age = ageOn(dateOfBirth, today())
  return age < 0 ? null : m.participant_age({ count: age })
}

/** The other end of an invitation: their name, once it may be known, else their address. */
export const otherName = (invitation: Invitation, sent: boolean): string =>
  (sent ? invitation.inviteeName : invitation.inviterName) || otherEmail(invitation, sent) || m.family_somebody()

export const otherEmail = (invitation: Invitation, sent: boolean): string | null =>
  sent ? invitation.inviteeEmail : invitation.inviterEmail

interface StatusWords {
  readonly label: string
  readonly color: 'teal' | 'coral' | 'gray'
}

/** How an invitation stands. */
export function statusWords({ status, answeredAt }: Pick<Invitation, 'status' | 'answeredAt'>): StatusWords {
  const words: Record<InvitationStatus, () => StatusWords> = {
    pending: () => ({ label: m.family_status_pending(), color: 'coral' }),
    approved: () => ({ label: m.family_status_approved(), color: 'teal' }),
    rejected: () => ({ label: m.family_status_rejected(), color: 'gray' }),
    // Withdrawn before anybody answered, or a link that was ended.
    ended: () => ({ label: answeredAt ? m.family_status_ended() : m.family_status_withdrawn(), color: 'gray' }),
  }
  return words[status]()
}

/** Why somebody is in reach: one's own participant, a relative, or whose participant. */
export function permissionWords({ member, as }: FamilyPerson, people: readonly FamilyPerson[]): string {
  if (as === 'participant') return m.acting_as_participant()
  if (as === 'relative') return m.acting_as_relative()
  const relative = people.find((one) => one.member.id === member.parentId)
  return relative ? m.acting_through({ name: fullName(relative.member) }) : m.acting_as_relative_participant()
}

/** A telephone number as one reads it out: Danish ones in pairs, `+45 20 11 22 33`; others as they were written. */
export const phoneWords = (phone: string): string =>
  phone.replace(/^\+45(\d\d)(\d\d)(\d\d)(\d\d)$/, '+45\u00a0$1\u00a0$2\u00a0$3\u00a0$4')

const names: Record<string, () => string> = {
  Denmark: () => m.country_denmark(),
  Sweden: () => m.country_sweden(),
  Norway: () => m.country_norway(),
}

/** The countries to choose from, by the name that is stored. */
export const countryChoices = () => Object.entries(names).map(([value, label]) => ({ value, label: label() }))

/** A stored country in the reader's language; one that is not supported as it stands. */
export const countryWords = (country: string) => names[country]?.() ?? country
