import { inTransaction, type Db } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { contactMails } from './contact-mails.ts'
import { eventMails } from './event-mails.ts'
import { oneRow, type Condition } from './one-row.ts'
import { giveBack, giveBackLine } from './refunds.ts'

/** A sample mail: its template, and its subject in the demo data. */
export interface Sample {
  /** Names its files. */
  readonly name: string
  readonly template:
    | 'welcome'
    | 'claim'
    | 'order-paid'
    | 'tickets-paid'
    | 'given-back'
    | 'membership-renew'
    | 'renewal-announced'
    | 'renewal-failed'
    | 'renewal-outgrown'
    | 'family-invited'
    | 'family-linked'
    | 'family-ended'
    | 'contact-asked'
    | 'contact-many'
    | 'contact-answered'
    | 'contact-answered-visitor'
    | 'event-cancelled'
    | 'event-cancel-waiting'
    | 'event-cancel-declined'
    | 'event-cancel-report'
    | 'event-moved'
  /** Null: whoever gets it has no account. */
  readonly memberId: string | null
  /** It goes to a club's contact address. */
  readonly toClub?: boolean
  readonly data: Record<string, unknown>
}

/** Every mail of the portal in each of its forms, about people and purchases of the demo world. */
export async function sampleMails(db: Db): Promise<Sample[]> {
  const memberships = sql`kinds = '{membership}'`
  const family = await orderWhere(db, sql`not test_mode and ${memberships}`)
  const testOrder = await orderWhere(db, sql`test_mode and ${memberships}`)
  const free = await orderWhere(db, sql`not test_mode and ${memberships} and id <> ${family.id}`)
  const tickets = await orderWhere(db, sql`not test_mode and total > 0 and kinds = '{event}'`)
  const freeTicket = await orderWhere(db, sql`not test_mode and total = 0 and kinds = '{event}'`)
  const testTicket = await orderWhere(db, sql`test_mode and kinds = '{event}'`)
  await makeFree(db, free.id)
  const newcomer = await oneRow<{ id: string }>(db, sql`select id from members where email = 'dan@example.com'`)
  const unclaimed = await oneRow<{ id: string }>(db, sql`select id from members where email = 'unverified@example.com'`)
  const renewal = await renewable(db)

  const paid = (name: string, order: Order, template: 'order-paid' | 'tickets-paid' = 'order-paid'): Sample => ({
    name,
    template,
    memberId: order.buyer,
    data: { orderId: order.id },
  })
  const givenBack = async (name: string, order: Order, method: string, cause: string): Promise<Sample> => ({
    name,
    template: 'given-back',
    memberId: order.buyer,
    data: { refundId: await giveBack(db, order.id, method, cause) },
  })
  return [
    { name: 'welcome', template: 'welcome', memberId: newcomer.id, data: { memberId: newcomer.id } },
    { name: 'claim', template: 'claim', memberId: unclaimed.id, data: { memberId: unclaimed.id } },
    paid('order-paid', family),
    paid('order-paid-test', testOrder),
    paid('order-paid-free', free),
    paid('order-paid-tickets', tickets, 'tickets-paid'),
    paid('order-paid-ticket-free', freeTicket, 'tickets-paid'),
    paid('order-paid-ticket-test', testTicket, 'tickets-paid'),
    await givenBack('given-back-credit', family, 'credit', 'authorised_twice'),
    await givenBack('given-back-void', family, 'void', 'places_taken'),
    {
      name: 'given-back-line',
      template: 'given-back',
      memberId: family.buyer,
      data: { refundId: await giveBackLine(db, family.id, 4) },
    },
    {
      name: 'given-back-ticket',
      template: 'given-back',
      memberId: tickets.buyer,
      data: { refundId: await giveBackLine(db, tickets.id, 5) },
    },
    ...(await familyMails(db)),
    { name: 'membership-renew', template: 'membership-renew', memberId: renewal.memberId, data: { ...renewal } },
    ...(await renewalMails(db, renewal)),
    ...(await contactMails(db)),
    ...(await eventMails(db)),
  ]
}

/** A charge of the day before the one on which they are reminded: announced, declined, given up. */
async function renewalMails(db: Db, { memberId, orgId, endDate }: Renewal): Promise<Sample[]> {
  const chargeId = newId()
  const { day } = await oneRow<{ day: string }>(db, sql`select (${endDate}::date - 1)::text as day`)
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into renewal_charges (id, org_id, payer_id, end_date, next_try, tries, status)
      values (${chargeId}, ${orgId}, ${memberId}, ${day}::date, ${day}::date - 9, 1, 'failing')`)
    await tx.execute(sql`
      insert into renewals (id, charge_id, org_id, member_id, membership_id, configuration_id, year, amount)
      select gen_random_uuid(), ${chargeId}, terms.org_id, terms.member_id, terms.membership_id, next.id, 1, next.price + next.surcharge
      from membership_terms terms
      join membership_configurations current on current.id = terms.configuration_id
      join membership_configurations next on next.org_id = terms.org_id and next.series = current.series and next.start_date > terms.end_date
      join members on members.id = terms.member_id and coalesce(members.parent_id, members.id) = ${memberId}
      where terms.org_id = ${orgId} and terms.end_date = ${endDate}::date and terms.status = 'active'
      on conflict do nothing`)
    const [card, label] = ['gallery', '4100 00XX XXXX 0000']
    await tx.execute(sql`
      insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
      values (${newId()}, ${orgId}, ${memberId}, ${card}, ${label}, '2030-12')`)
    await tx.execute(sql`
      update memberships set saved_card_identifier = ${card}
      where id in (select membership_id from renewals where charge_id = ${chargeId})`)
  })
  const failed = { template: 'renewal-failed', memberId } as const
  return [
    { name: 'renewal-announced', template: 'renewal-announced', memberId, data: { memberId, orgId, endDate: day } },
    { ...failed, name: 'renewal-failed', data: { chargeId, tries: 1 } },
    { ...failed, name: 'renewal-given-up', data: { chargeId, tries: 3 } },
  ]
}

/** Anna has linked with Bo, waits for Carla's answer, and asks somebody whom the portal does not know. */
async function familyMails(db: Db): Promise<Sample[]> {
  const one = (status: string) =>
    oneRow<{ id: string; inviter: string; invitee: string }>(
      db,
      sql`select id, inviter_id as inviter, invitee_id as invitee from family_invitations where status = ${status} limit 1`,
    )
  const [pending, approved] = [await one('pending'), await one('approved')]
  const stranger = newId()
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      insert into family_invitations (id, inviter_id, invitee_email, family_id)
      select ${stranger}, inviter_id, 'ida@example.net', family_id from family_invitations where id = ${pending.id}`),
  )
  const invited = { template: 'family-invited', data: { invitationId: pending.id } } as const
  return [
    { ...invited, name: 'family-invited', memberId: pending.invitee },
    { ...invited, name: 'family-invited-stranger', memberId: null, data: { invitationId: stranger } },
    {
      name: 'family-linked',
      template: 'family-linked',
      memberId: approved.inviter,
      data: { invitationId: approved.id },
    },
    {
      name: 'family-ended',
      template: 'family-ended',
      memberId: approved.inviter,
      data: { memberId: approved.inviter, endedBy: approved.invitee },
    },
  ]
}

interface Order extends Record<string, unknown> {
  readonly id: string
  readonly buyer: string
}

/** The one for most people. */
const orderWhere = (db: Db, condition: Condition): Promise<Order> =>
  oneRow<Order>(
    db,
    sql`select id, buyer_id as buyer from orders
      where ${condition} order by (select count(*) from order_lines where order_id = orders.id) desc, id limit 1`,
  )

const makeFree = (db: Db, orderId: string) =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`update orders set total = 0 where id = ${orderId}`)
    await tx.execute(
      sql`update order_lines set price = 0, vat = 0, surcharge = 0, total = 0 where order_id = ${orderId}`,
    )
    await tx.execute(sql`delete from receipts where order_id = ${orderId}`)
  })

interface Renewal extends Record<string, unknown> {
  readonly memberId: string
  readonly orgId: string
  readonly endDate: string
}

/** Whoever has most to renew, themselves and those they look after. */
const renewable = (db: Db): Promise<Renewal> =>
  oneRow<Renewal>(
    db,
    sql`select coalesce(members.parent_id, members.id) as "memberId", terms.org_id as "orgId", terms.end_date::text as "endDate"
      from membership_terms terms
      join members on members.id = terms.member_id
      join members receiver on receiver.id = coalesce(members.parent_id, members.id) and receiver.email is not null
      where terms.status = 'active' and exists (
        select from membership_configurations next
        where next.org_id = terms.org_id and next.enabled and next.start_date > terms.end_date
          and next.offer_start_date <= (portal_now() at time zone 'Europe/Copenhagen')::date
      )
      group by 1, 2, 3 order by count(*) desc, 1 limit 1`,
  )
