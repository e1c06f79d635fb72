import type { Tx } from '#server/database/db.ts'
import type { InvitationOfTwo } from './queries.ts'

/** What two people hear of what is between them, asked for where it happens. */
export interface FamilyLetters {
  /** Whoever is invited, in every way they want; who has no account, by mail. */
  invited(tx: Tx, told: InvitationOfTwo): Promise<void>
  /** Whoever was invited before they had an account, when they sign in for the first time. */
  waited(tx: Tx, told: InvitationOfTwo): Promise<void>
  /** Whoever invited. */
  approved(tx: Tx, told: InvitationOfTwo): Promise<void>
  rejected(tx: Tx, told: InvitationOfTwo): Promise<void>
  /** The other one of two who were linked. @param endedBy who ended it */
  ended(tx: Tx, told: InvitationOfTwo, endedBy: string): Promise<void>
  /** Nobody needs to be reminded any more. */
  settled(tx: Tx, told: InvitationOfTwo): Promise<void>
}
