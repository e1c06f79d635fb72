import type { Bell, Notification, NotificationPage } from '#contract/notifications/notifications.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { presentBell, presentNotification } from '../present.ts'
import * as queries from '../queries.ts'
import { reachOf } from '../reach-queries.ts'

const PAGE = 20
const LIST = 100

/** Only receivers see their notifications: for others they do not exist. */
function requireOneself({ memberId }: MemberActor, receiverId: string): void {
  if (receiverId !== memberId) throw new Problem('not_found')
}

export async function listNotifications(
  db: Db,
  actor: MemberActor,
  { memberId }: { memberId: string },
): Promise<Notification[]> {
  requireOneself(actor, memberId)
  const unread = await queries.selectNotifications(db, reachOf(actor), { read: false, limit: LIST })
  const rest = LIST - unread.length
  const read = rest > 0 ? await queries.selectNotifications(db, reachOf(actor), { read: true, limit: rest }) : []
  return [...unread, ...read].map((row) => presentNotification(row, actor.via.language))
}

export async function pageNotifications(
  db: Db,
  actor: MemberActor,
  { before, unread }: { before?: string | undefined; unread?: 'true' | undefined },
): Promise<NotificationPage> {
  const question = { before, onlyUnread: unread === 'true', limit: PAGE + 1 }
  const rows = await queries.selectNotificationPage(db, reachOf(actor), question)
  const shown = rows.slice(0, PAGE)
  return {
    notifications: shown.map((row) => presentNotification(row, actor.via.language)),
    next: rows.length > PAGE ? shown.at(-1)!.id : null,
  }
}

export async function showBell(db: Db, actor: MemberActor): Promise<Bell> {
  const [row] = await queries.selectBells(db, [reachOf(actor)])
  return presentBell(row!, actor.via.language)
}

/** Marks one of the caller's unread notifications as read, those about an invited address, or all. */
export async function markRead(
  tx: Tx,
  actor: MemberActor,
  which: { receiverId: string; id?: string | undefined; inviteeEmail?: string | null | undefined },
): Promise<{ status: 'success'; read: number }> {
  requireOneself(actor, which.receiverId)
  return { status: 'success', read: await queries.updateRead(tx, reachOf(actor), which) }
}

export async function removeNotification(tx: Tx, actor: MemberActor, { id }: { id: string }): Promise<void> {
  if (!(await queries.updateDeleted(tx, reachOf(actor), id))) throw new Problem('not_found')
}

/** Undoes `removeNotification` within a day. */
export async function restoreNotification(tx: Tx, actor: MemberActor, { id }: { id: string }): Promise<Notification> {
  const row = await queries.updateRestored(tx, reachOf(actor), id)
  if (!row) throw new Problem('not_found')
  return presentNotification(row, actor.via.language)
}
