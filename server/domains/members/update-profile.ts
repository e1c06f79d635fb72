import type { MemberChanges } from '#contract/members.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { may } from './policy.ts'
import { presentMember } from './present.ts'
import { selectOptionalMember, updateMember } from './queries.ts'

/** Changes what a person may say of themselves; e-mail, `enabled` and who looks after whom are not among it. */
export async function updateProfile(tx: Tx, actor: MemberActor, changes: MemberChanges) {
  const member = await selectOptionalMember(tx, changes.id)
  if (!member || !may(actor, 'see', member)) throw new Problem('not_found')
  if (!may(actor, 'edit', member)) throw new Problem('forbidden')
  if (changes.dateOfBirth && changes.dateOfBirth > copenhagenDate(tx.now)) {
    throw new Problem('invalid_input', { errors: [{ path: 'dateOfBirth', message: 'in the future' }] })
  }

  const { address, updateDate, id, ...fields } = changes
  const updated = await updateMember(
    tx,
    id,
    {
      ...fields,
      addressLine1: address.AddressLine1,
      addressLine2: address.AddressLine2,
      addressLine3: address.AddressLine3,
      city: address.City,
      postCode: address.PostCode.replace(/\s/g, ''),
      country: address.Country,
    },
    updateDate ? new Date(updateDate) : undefined,
  )
  if (!updated) throw new Problem('member_changed_meanwhile')
  return presentMember(actor, updated)
}
