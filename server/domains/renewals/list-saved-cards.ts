import type { SavedCard } from '#contract/memberships.ts'
import type { Db } from '#server/database/db.ts'
import { selectSavedCards } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectRenewedBy } from './switch-queries.ts'

/** The cards that the caller left for renewals, newest first, with what each renews. */
export async function listSavedCards(db: Db, { memberId }: MemberActor): Promise<SavedCard[]> {
  const cards = await selectSavedCards(db, memberId)
  if (cards.length === 0) return []
  const renewed = await selectRenewedBy(
    db,
    cards.map((card) => card.savedCardIdentifier),
  )
  return cards.map(({ id, orgId, label, expires, createdAt, savedCardIdentifier }) => ({
    id,
    orgId,
    label,
    expires,
    savedAt: createdAt.toISOString(),
    renews: renewed
      .filter(({ card }) => card === savedCardIdentifier)
      .map(({ membershipId, memberName }) => ({ membershipId, memberName })),
  }))
}
