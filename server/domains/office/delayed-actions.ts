import { type DelayedAction, delayedKinds } from '#contract/audit/delayed-actions.ts'
import type { Scope } from '#contract/office/scopes.ts'
import type { Db } from '#server/database/db.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { selectActions } from '#server/domains/audit/index.ts'
import { selectToMembers } from '#server/domains/notifications/index.ts'
import { scopesAt } from '#server/identity/scopes.ts'

/** Which right shows an action of a kind, and which one stops it. */
const rights: Readonly<Record<DelayedAction['kind'], { readonly see: Scope; readonly stop: Scope }>> = {
  refund: { see: 'money.read', stop: 'money.refund' },
  answer: { see: 'inbox', stop: 'inbox' },
  move: { see: 'events.read', stop: 'events.write' },
  invite: { see: 'members.read', stop: 'members.write' },
  leave: { see: 'members.read', stop: 'members.write' },
  offer: { see: 'members.read', stop: 'members.write' },
  message: { see: 'events.read', stop: 'messages.send' },
  grant: { see: 'members.read', stop: 'members.write' },
}

/** Actions of an office that take effect within a minute, soonest first, with the seconds by the database's clock. */
export async function listDelayedActions(db: Db, { actor, organisation }: OfficeCaller): Promise<DelayedAction[]> {
  const seen = scopesAt(actor, organisation.key, 'read')
  const held = scopesAt(actor, organisation.key, 'write')
  const kinds = delayedKinds.filter((kind) => seen.includes(rights[kind].see))
  if (kinds.length === 0) return []
  const rows = await selectActions(db, organisation.id, kinds)
  const messages = rows.filter(({ kind }) => kind === 'message').map(({ thingId }) => thingId)
  const toMembers = messages.length > 0 ? await selectToMembers(db, messages) : new Set()
  const mayStop = ({ kind, thingId }: (typeof rows)[number]) =>
    held.includes(rights[kind].stop) && (!toMembers.has(thingId) || held.includes('members.write'))
  return rows.map((row) => ({ ...row, can: { stop: row.refusal === null && mayStop(row) } }))
}
