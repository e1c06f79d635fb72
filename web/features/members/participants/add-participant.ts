import { family, type ParticipantFields } from '#contract/family.ts'
import { call } from '#web/api/client.ts'

export const addParticipant = (fields: ParticipantFields) => call(family.addParticipant, fields)
