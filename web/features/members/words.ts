import { supportedCountry } from '#contract/members/countries.ts'
import type { FamilyPerson, Invitation, InvitationStatus } from '#contract/members/family.ts'
import type { Address, Member } from '#contract/members/members.ts'
import { fullName } from '#contract/members/full-name.ts'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export { fullName }

/** Age in whole years on a day (both dates `YYYY-MM-DD`). */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return birthday.slice(5) > day.slice(5) ? years - 1 : years
}

/** "11 years old"; null if the birthday is unknown or in the future. */
export function ageWords({ dateOfBirth }: Pick<Member, 'dateOfBirth'>): string | null {
  if (dateOfBirth === null) return null
  const age = ageOn(dateOfBirth, today())
  return age < 0 ? null : m.participant_age({ count: age })
}

/** The other person's name if visible, else their e-mail address. */
export const otherName = (invitation: Invitation, sent: boolean): string =>
  (sent ? invitation.inviteeName : invitation.inviterName) || otherEmail(invitation, sent) || m.family_somebody()

export const otherEmail = (invitation: Invitation, sent: boolean): string | null =>
  sent ? invitation.inviteeEmail : invitation.inviterEmail

interface StatusWords {
  readonly label: string
  readonly color: 'teal' | 'coral' | 'gray'
}

export function statusWords({
  status,
  answeredAt,
  answerBy,
}: Pick<Invitation, 'status' | 'answeredAt' | 'answerBy'>): StatusWords {
  const words: Record<InvitationStatus, () => StatusWords> = {
    pending: () => ({ label: m.family_status_pending(), color: 'coral' }),
    approved: () => ({ label: m.family_status_approved(), color: 'teal' }),
    rejected: () => ({ label: m.family_status_rejected(), color: 'gray' }),
    // Without an answer, the invitation was withdrawn, or nobody answered in time.
    ended: () => ({
      label: answeredAt
        ? m.family_status_ended()
        : answerBy
          ? m.family_status_unanswered()
          : m.family_status_withdrawn(),
      color: 'gray',
    }),
  }
  return words[status]()
}

/** The first of the days until which invitations can be answered. */
export const firstAnswerBy = (invitations: readonly Pick<Invitation, 'answerBy'>[]): string | undefined =>
  invitations.flatMap(({ answerBy }) => answerBy ?? []).toSorted()[0]

/** Why the user may act for somebody. */
export function permissionWords({ member, as }: FamilyPerson, people: readonly FamilyPerson[]): string {
  if (as === 'participant') return m.acting_as_participant()
  if (as === 'relative') return m.acting_as_relative()
  const relative = people.find((one) => one.member.id === member.parentId)
  return relative ? m.acting_through({ name: fullName(relative.member) }) : m.acting_as_relative_participant()
}

const names: Record<string, () => string> = {
  Denmark: () => m.country_denmark(),
  Sweden: () => m.country_sweden(),
  Norway: () => m.country_norway(),
}

/** Countries to choose from; the values are stored. */
export const countryChoices = () => Object.entries(names).map(([value, label]) => ({ value, label: label() }))

/** A stored country, perhaps in another spelling, in the current language; unsupported ones unchanged. */
export const countryWords = (country: string) => names[supportedCountry(country) ?? '']?.() ?? country

/** An address as it is written on a letter. */
export const addressLines = (address: Address): string[] =>
  [
    address.AddressLine1,
    address.AddressLine2,
    address.AddressLine3,
    `${address.PostCode} ${address.City}`.trim(),
    countryWords(address.Country),
  ].filter(Boolean)
