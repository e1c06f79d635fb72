import type { ClubKey } from './clubs.ts'
import type { ClubEvent } from './event-categories.ts'
import { choirEvents } from './events-choir.ts'
import { rowingEvents } from './events-rowing.ts'
import { tennisEvents } from './events-tennis.ts'

/** A dozen or more for each club. */
export const events: Readonly<Record<ClubKey, readonly ClubEvent[]>> = {
  ROKLUB: rowingEvents,
  TENNIS: tennisEvents,
  KOR: choirEvents,
}
