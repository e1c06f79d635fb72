import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { chosenRows, requireSelection } from '../filters.ts'
import { memberListQuery } from '../memberships/club-members.ts'
import { asReader, MessagePreview, newMessage, WrittenMessage } from '../notifications/club-messages.ts'
import { Id } from '../values.ts'

const params = z.object({ orgId: Id })
const path = `${orgApi}/org/{orgId}/register/message`
const { sort: _, ...query } = memberListQuery
/** People by ids, or all that match. Whoever has left is left out. */
const which = { ...query, ...chosenRows }
const known = ['organisation_not_found', 'day_out_of_range'] as const

export const memberMessages = {
  preview: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'Who would read a message to people of the register, who is left out and why, and our words around it as one of them reads them; changes nothing',
    params,
    body: z.object({ ...which, ...asReader }).check(requireSelection()),
    output: MessagePreview,
    errors: known,
  }),
  send: endpoint({
    method: 'POST',
    path,
    summary:
      'Writes to people of the register, one mail to each reader a minute from now; who looks after a child reads for it. A repeated token changes nothing',
    params,
    body: z.object({ ...which, ...newMessage }).check(requireSelection()),
    output: WrittenMessage,
    errors: [...known, 'nobody_to_write'],
  }),
}
