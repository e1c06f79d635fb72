import type { Reader } from '#server/database/db.ts'
import { Problem } from '../problem.ts'
import { countUse } from './rate.ts'

/** Mails to one address in a day because somebody else entered it, whoever that is: the portal floods nobody. */
const TO_STRANGERS = { calls: 5, seconds: 86_400 }

/** Counts a mail to an address that is not known to be its sender's. @returns false when it has had enough of them today */
export async function mayMailStranger(db: Reader, address: string): Promise<boolean> {
  try {
    await countUse(db, 'mails to a stranger', address, TO_STRANGERS)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
