import type { ParticipantFields } from '#contract/family.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { recordAct } from '#server/domains/acting/index.ts'
import { fullName, showMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { countParticipants, insertParticipant, lockParent } from './participant-queries.ts'

const MOST_PARTICIPANTS = 50

/** Adds somebody without a sign-in whom the caller looks after. Without an address of their own they live with the caller. */
export async function addParticipant(tx: Tx, actor: MemberActor, { address, ...fields }: ParticipantFields) {
  if (fields.dateOfBirth && fields.dateOfBirth > copenhagenDate(tx.now))
    throw new Problem('invalid_input', { errors: [{ path: 'dateOfBirth', message: 'in the future' }] })
  const parent = await lockParent(tx, actor.memberId)
  await requireRoom(tx, parent.id)
  const home = address
    ? {
        addressLine1: address.AddressLine1,
        addressLine2: address.AddressLine2,
        addressLine3: address.AddressLine3,
        city: address.City,
        postCode: address.PostCode.replace(/\s/g, ''),
        country: address.Country,
      }
    : {
        addressLine1: parent.addressLine1,
        addressLine2: parent.addressLine2,
        addressLine3: parent.addressLine3,
        city: parent.city,
        postCode: parent.postCode,
        country: parent.country,
      }
  const child = await insertParticipant(tx, { ...fields, ...home, parentId: parent.id })
  await recordAct(tx, actor, { subjectId: child.id, name: 'participant_added', data: { name: fullName(child) } })
  return showMember(tx, actor, child.id)
}

/** Needs `lockParent`. */
export async function requireRoom(tx: Tx, parentId: string): Promise<void> {
  if ((await countParticipants(tx, parentId)) >= MOST_PARTICIPANTS) throw new Problem('too_many_participants')
}
