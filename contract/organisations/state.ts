import * as z from 'zod/mini'

/**
 * The state of a club. `draft`: only the operator sees it. `test`: open, and what is bought is a test. `live`: it sells. `paused`: open, its
 * members keep what they have, and it sells nothing. `closed`: it is seen by nobody, and its members keep their receipts.
 */
export const ClubState = z.enum(['draft', 'test', 'live', 'paused', 'closed'])
export type ClubState = z.infer<typeof ClubState>
