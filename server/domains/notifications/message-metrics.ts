import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import type { Measure } from '#server/http/metrics.ts'

/** Messages that are not over: those that were sent are counted by the jobs that sent them. Both counts go by an index of their own. */
export const messageMeasure = (db: Db): Measure => ({
  name: 'portal_messages',
  help: 'Messages by channel and state: waiting, being sent, or given up and waiting for a person',
  labels: ['channel', 'state'],
  read: async () => {
    const { rows } = await db.execute<{ channel: string; state: string; value: number }>(sql`
      with found as (
        select channel, status from messages where status in ('waiting', 'sending')
        union all select channel, status from messages where status = 'failed'
      )
      select channels.channel, states.state, count(found.status)::int as value
      from unnest(array['mail', 'whatsapp']) channels (channel)
      cross join unnest(array['waiting', 'sending', 'failed']) states (state)
      left join found on found.channel = channels.channel and found.status = states.state
      group by 1, 2`)
    return rows.map(({ channel, state, value }) => ({ labels: { channel, state }, value }))
  },
})
