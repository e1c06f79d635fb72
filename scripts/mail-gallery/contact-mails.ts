import { inTransaction, type Db } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { oneRow, type Condition } from './one-row.ts'

/** Questions of a member and a visitor to clubs, and the replies. */
export async function contactMails(db: Db) {
  const one = (sender: 'asker' | 'club', which: Condition) =>
    oneRow<{ id: string; asker: string | null }>(
      db,
      sql`select thread_messages.id, threads.member_id as asker from thread_messages
        join threads on threads.id = thread_id
        where sender = ${sender} and ${which} order by length(text) desc limit 1`,
    )
  const [member, visitor] = [sql`threads.member_id is not null`, sql`threads.member_id is null`]
  const asked = await one('asker', member)
  const byVisitor = await one('asker', visitor)
  const answered = await one('club', member)
  const club = await oneRow<{ id: string }>(
    db,
    sql`select org_id as id from threads join thread_messages on thread_id = threads.id where thread_messages.id = ${asked.id}`,
  )
  const toVisitor = await one('club', visitor)
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      insert into thread_attachments (id, message_id, position, member_id, name, content_type, size, bytes)
      values (${newId()}, ${asked.id}, 1, ${asked.asker}, 'Kajakken på stativ 3.webp', 'image/webp', 412000, '')`),
  )
  const actionId = newId()
  const { author } = await oneRow<{ author: string }>(
    db,
    sql`select member_id as author from office_grants where org_id = ${club.id} order by member_id limit 1`,
  )
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      insert into delayed_actions (id, org_id, actor_id, kind, thing_id, label, payload, state, refusal, due_at)
      select ${actionId}, ${club.id}, ${author}, 'answer', thread_id, author, jsonb_build_object('text', 'Ja, plads 12 er ledig.'), 'refused',
        'answered_meanwhile', portal_now()
      from thread_messages where id = ${asked.id}`),
  )
  return {
    'contact-asked': [
      { name: 'contact-asked', memberId: null, data: { messageId: asked.id }, toClub: true },
      { name: 'contact-asked-visitor', memberId: null, data: { messageId: byVisitor.id }, toClub: true },
    ],
    'contact-many': [{ name: 'contact-many', memberId: null, data: { orgId: club.id }, toClub: true }],
    'contact-answered': [{ name: 'contact-answered', memberId: answered.asker, data: { messageId: answered.id } }],
    'contact-answered-visitor': [
      { name: 'contact-answered-visitor', memberId: null, data: { messageId: toVisitor.id } },
    ],
    'answer-not-sent': [{ name: 'answer-not-sent', memberId: author, data: { actionId } }],
  }
}
