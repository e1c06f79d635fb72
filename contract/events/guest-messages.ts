import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { chosenRows, filterText, requireSelection } from '../filters.ts'
import { asReader, MessagePreview, newMessage, WrittenMessage } from '../notifications/club-messages.ts'
import { Id, singleLine } from '../values.ts'
import { registrationFilterFields } from './registrations.ts'

const one = z.object({ orgId: Id, eventId: Id })
const path = `${orgApi}/org/{orgId}/office/event/item/{eventId}/message`
const known = ['organisation_not_found', 'event_not_found', 'event_cancelled', 'event_is_draft'] as const

/** Registrations by ids, or all that match. Those that were cancelled are left out. */
const Chosen = {
  ...chosenRows,
  search: z.optional(singleLine(100)),
  filter: z.optional(filterText(registrationFilterFields)),
}

export const guestMessages = {
  preview: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'Who would read a message to the guests of an event, and our words around it as one of them reads them; changes nothing',
    params: one,
    body: z.object({ ...Chosen, ...asReader }).check(requireSelection()),
    output: MessagePreview,
    errors: known,
  }),
  send: endpoint({
    method: 'POST',
    path,
    summary:
      'Writes to the guests of an event, one mail to each reader a minute from now. A repeated token changes nothing',
    params: one,
    body: z.object({ ...Chosen, ...newMessage }).check(requireSelection()),
    output: WrittenMessage,
    errors: [...known, 'nobody_to_write'],
  }),
}
