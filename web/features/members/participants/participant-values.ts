import type { ParticipantFields } from '#contract/family.ts'
import type { Member, MemberChanges } from '#contract/members.ts'
import { personFields, profileChanges, profileValues, type ProfileValues } from '../profile-values.ts'

/** What is sent of a new participant. */
export const participantFields = (values: ProfileValues): ParticipantFields => ({
  ...personFields(values),
  ...(values.livesWithMe && { address: null }),
})

/** A participant in the form: new ones, and those with the reader's address, live with the reader. */
export function participantValues(participant: Member | null, reader: Member): ProfileValues {
  const own = profileValues(reader).address
  if (!participant) {
    const none = {
      firstName: '',
      lastName: reader.lastName,
      phone: '',
      gender: '',
      dateOfBirth: '',
      language: '',
    } as const
    return { ...none, address: own, comments: '', livesWithMe: true }
  }
  const values = profileValues(participant)
  const same = Object.entries(own).every(
    ([name, line]) => values.address[name as keyof typeof own].trim() === line.trim(),
  )
  return { ...values, livesWithMe: same || participant.address === null }
}

/** The changes of a participant, who has the reader's address while they live there. */
export function participantChanges(values: ProfileValues, participant: Member, reader: Member): MemberChanges {
  const address = values.livesWithMe ? profileValues(reader).address : values.address
  return profileChanges({ ...values, address }, participant)
}
