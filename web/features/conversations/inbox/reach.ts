import type { OfficeThread } from '#contract/conversation-answers.ts'

/** Opens a mail to an address. Mail programs read its `@` as it is; what else would end the address or begin a field does not. */
export const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Calls a number as somebody typed it: a telephone dials digits, after a `+` those of a country. */
export const phoneAddress = (phone: string) =>
  `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replaceAll(/\D/g, '')}`

/** Where an answer is read: a visitor's in a mail alone, that of a member without a confirmed address in the portal alone. */
export function answerReaches({ memberId, email }: OfficeThread['asker']): 'both' | 'mail' | 'portal' | 'nobody' {
  if (memberId === null) return email ? 'mail' : 'nobody'
  return email ? 'both' : 'portal'
}
