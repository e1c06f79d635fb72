import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import { addressProblemWords, validateAddress } from './address-rules.ts'

/** What a profile still needs, in words: what stops a purchase first, then what a club likes to know. */
export function missingInProfile(member: Member): { required: string[]; wished: string[] } {
  return {
    required: validateAddress(member).map(addressProblemWords),
    wished: [
      ...(member.phone === '' ? [m.profile_missing_phone()] : []),
      ...(member.dateOfBirth === null ? [m.profile_missing_birthday()] : []),
    ],
  }
}
