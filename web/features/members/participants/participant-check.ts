import type { Member } from '#contract/members.ts'
import { participantChanges } from './participant-values.ts'
import { addressErrors, birthdayErrors, byChanges } from '../profile-check.ts'
import type { ProfileValues } from '../profile-values.ts'

/**
 * What is wrong with a typed participant, by field; new while there is none, whose fields have the same rules. Whoever
 * lives with the reader has their address.
 */
export const participantErrors = (values: ProfileValues, participant: Member | null, reader: Member) => ({
  ...(!values.livesWithMe && addressErrors(values, false)),
  ...byChanges(participantChanges(values, participant ?? reader, reader)),
  ...birthdayErrors(values),
})
