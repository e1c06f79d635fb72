import { type Db, inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { eventAnswerDeletions } from '#server/database/schema/index.ts'
import { sql } from '#server/database/sql.ts'

const CHUNK = 2000
/** A payment that comes late takes its place back until then. */
const DAYS_OF_UNPAID = 2

/**
 * Deletes answers whose day has come, and those of places that were never paid. A row for each event says how many: the proof.
 * @returns how many
 */
export async function deleteDueAnswers(db: Db): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute<{ eventId: string; sensitive: boolean; count: number }>(sql`
        with due as (
          select answers.id from event_answers answers
          join event_questions questions on questions.id = answers.question_id join events on events.id = answers.event_id
          left join event_entries entries on entries.id = answers.entry_id left join orders on orders.id = answers.order_id
          where events.ends_at + make_interval(days => questions.delete_days) <= portal_now()
            or (entries.status = 'released' or orders.status in ('expired', 'cancelled'))
              and answers.answered_at < portal_now() - make_interval(days => ${DAYS_OF_UNPAID})
          order by answers.id limit ${CHUNK}
        ), gone as (
          delete from event_answers using due where event_answers.id = due.id
          returning event_id, value_encrypted is not null as sensitive
        )
        select event_id as "eventId", sensitive, count(*)::int as count from gone group by event_id, sensitive`)
      if (rows.length > 0)
        await tx.insert(eventAnswerDeletions).values(
          rows.map(({ eventId, sensitive, count }) => ({
            id: newId(),
            eventId,
            sensitive,
            deleted: count,
            deletedAt: tx.now,
          })),
        )
      return rows.reduce((sum, { count }) => sum + count, 0)
    })
    total += deleted
    if (deleted < CHUNK) return total
  }
}
