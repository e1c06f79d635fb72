import type { Day } from './days.ts'
import type { Portal } from './portal.ts'
import type { ClubKey } from './seasons.ts'

/** The mails of a day that are sent, in the order of their sending. */
export const mailsOf = ({ app }: Portal, day: Day) =>
  app.database.sql<{ to: string; kind: string; orgId: string | null; at: string }>(
    `select members.email as "to", messages.template as kind, to_char(sent_at at time zone 'Europe/Copenhagen', 'HH24:MI') as at,
         coalesce(messages.data ->> 'orgId', fan_outs.data ->> 'orgId', charges.org_id::text, orders.org_id::text, given.org_id::text) as "orgId"
       from messages join members on members.id = messages.member_id
       left join fan_outs on fan_outs.id = messages.fan_out_id
       left join renewal_charges charges on charges.id::text = messages.data ->> 'chargeId'
       left join orders on orders.id::text = messages.data ->> 'orderId'
       left join refunds on refunds.id::text = messages.data ->> 'refundId'
       left join orders given on given.id = refunds.order_id
       where messages.channel = 'mail' and messages.status = 'sent' and (sent_at at time zone 'Europe/Copenhagen')::date = $1::date
       order by sent_at, messages.id`,
    [day],
  )

/** Receipts and credit notes of a club, which share their numbers. */
export const receiptsOf = ({ app, clubs }: Portal, club: ClubKey) =>
  app.database.sql<{ kind: string; year: number; testMode: boolean; number: number; amount: number }>(
    `select 'receipt' as kind, year, receipts.test_mode as "testMode", receipts.number, orders.total::int as amount
       from receipts join orders on orders.id = order_id where receipts.org_id = $1
       union all
       select 'credit note', year, notes.test_mode, notes.number, refunds.amount::int
       from credit_notes notes join refunds on refunds.id = refund_id where notes.org_id = $1`,
    [clubs[club].id],
  )

/** How many mails were sent to an address until now. */
export const sentTo = async ({ app }: Portal, to: string): Promise<number> => {
  const [row] = await app.database.sql<{ many: number }>(
    `select count(*)::int as many from messages join members on members.id = member_id
       where email = $1 and channel = 'mail' and messages.status = 'sent'`,
    [to],
  )
  return row!.many
}

/** A notice in somebody's bell, in both languages. */
export interface Bell {
  readonly to: string
  readonly type: string
  /** By the key that keeps it from being sent twice. */
  readonly kind: string
  readonly orgId: string | null
  readonly data: Record<string, unknown>
  readonly at: string
  readonly en: { readonly title: string; readonly text: string }
  readonly da: { readonly title: string; readonly text: string }
}

/** Notifications of a day. */
export const bellsOf = ({ app }: Portal, day: Day): Promise<Bell[]> =>
  app.database.sql<Bell & Record<string, unknown>>(
    `select members.email as "to", type, bells.data ->> 'orgId' as "orgId", bells.data,
         split_part(coalesce(bells.once_key, fan_outs.once_key), ':', 1) as kind,
         to_char(bells.created_at at time zone 'Europe/Copenhagen', 'HH24:MI') as at,
         jsonb_build_object('title', title, 'text', message) as en,
         jsonb_build_object('title', danish ->> 'title', 'text', danish ->> 'message') as da
       from notifications bells join members on members.id = receiver_id
       left join fan_outs on fan_outs.id = bells.fan_out_id
       where (bells.created_at at time zone 'Europe/Copenhagen')::date = $1::date order by bells.created_at, bells.id`,
    [day],
  )
