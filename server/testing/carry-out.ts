import { workOf } from '#server/schedule.ts'
import type { TestApp } from './test-app.ts'

/** Carries out what offices and people have asked for and not stopped, without waiting for the minute. Other jobs stay where they are. @param which by itself all */
export async function carryOut({ context, database }: TestApp, which?: string): Promise<void> {
  const { handlers } = workOf(context)
  const waiting = await database.sql<{
    id: string
    kind: 'refund' | 'answer' | 'move' | 'erase' | 'invite' | 'leave' | 'grant' | 'offer' | 'message'
  }>(`select id, kind from delayed_actions where state = 'waiting' and id = coalesce($1, id) order by id`, [
    which ?? null,
  ])
  const jobs = {
    refund: 'orders.refund-when-not-stopped',
    answer: 'conversations.answer-when-not-stopped',
    move: 'events.move-when-not-stopped',
    erase: 'privacy.erase-when-not-stopped',
    invite: 'people.invite-when-not-stopped',
    leave: 'people.confirm-leaving',
    grant: 'people.grant-when-not-stopped',
    offer: 'people.offer-when-not-stopped',
    message: 'notifications.message-when-not-stopped',
  }
  for (const { id, kind } of waiting)
    await handlers.find(({ name }) => name === jobs[kind])!.run({ actionId: id }, { attempt: 1, maxAttempts: 1 })
}
