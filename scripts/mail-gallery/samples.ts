import type { kindOf } from '#contract/notifications/messages.ts'
import { inTransaction, type Db } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { contactMails } from './contact-mails.ts'
import { eventMails } from './event-mails.ts'
import { insertImport, officeMails } from './office-mails.ts'
import { oneRow, type Condition } from './one-row.ts'
import { insertRefund, insertLineRefund } from './refunds.ts'

export type Template = keyof typeof kindOf

/** A sample mail: its subject in the demo data. */
export interface Sample {
  /** Names its files. */
  readonly name: string
  /** Null: whoever gets it has no account. */
  readonly memberId: string | null
  /** It goes to a club's contact address. */
  readonly toClub?: boolean
  readonly data: Record<string, unknown>
}

/** Every mail of the portal in each of its forms, about people and purchases of the demo world. */
export async function sampleMails(db: Db): Promise<Record<Template, readonly Sample[]>> {
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
  const importId = await insertImport(db, newcomer.id)
  // Who renews automatically is not reminded.
  const [renewal, automatic] = [await renewable(db, 0), await renewable(db, 1)]

  const paid = (name: string, order: Order): Sample => ({
    name,
    memberId: order.buyer,
    data: { orderId: order.id },
  })
  const refundSample = (name: string, order: Order, refundId: string): Sample => ({
    name,
    memberId: order.buyer,
    data: { refundId },
  })
  return {
    welcome: [{ name: 'welcome', memberId: newcomer.id, data: { memberId: newcomer.id } }],
    claim: [{ name: 'claim', memberId: unclaimed.id, data: { memberId: unclaimed.id } }],
    invited: [{ name: 'invited', memberId: unclaimed.id, data: { memberId: unclaimed.id, importId } }],
    'order-paid': [paid('order-paid', family), paid('order-paid-test', testOrder), paid('order-paid-free', free)],
    'tickets-paid': [
      paid('order-paid-tickets', tickets),
      paid('order-paid-ticket-free', freeTicket),
      paid('order-paid-ticket-test', testTicket),
    ],
    'given-back': [
      refundSample('refunded-credit', family, await insertRefund(db, family.id, 'credit', 'authorised_twice')),
      refundSample('refunded-void', family, await insertRefund(db, family.id, 'void', 'authorised_twice')),
      refundSample('refunded-line', family, await insertLineRefund(db, family.id, 4)),
      refundSample('refunded-ticket', tickets, await insertLineRefund(db, tickets.id, 5)),
    ],
    invoice: [
      { name: 'invoice', memberId: family.buyer, data: { orderId: await makeInvoice(db, family.id) } },
      {
        name: 'invoice-reminder',
        memberId: family.buyer,
        data: { orderId: await makeInvoice(db, family.id), reminder: true },
      },
    ],
    'bought-for': [await boughtFor(db)],
    ...(await familyMails(db)),
    'membership-renew': [{ name: 'membership-renew', memberId: renewal.memberId, data: { ...renewal } }],
    ...(await renewalMails(db, automatic)),
    ...(await contactMails(db)),
    ...(await eventMails(db)),
    ...(await officeMails(db)),
  }
}

/** A charge of those who renew automatically: announced, declined, given up. */
async function renewalMails(db: Db, { memberId, orgId, endDate }: Renewal) {
  const chargeId = newId()
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into renewal_charges (id, org_id, payer_id, end_date, next_try, tries, status)
      values (${chargeId}, ${orgId}, ${memberId}, ${endDate}::date, ${endDate}::date - 9, 1, 'failing')`)
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
  const { rows: renewed } = await db.execute<{ id: string }>(
    sql`select membership_id as id from renewals where charge_id = ${chargeId}`,
  )
  return {
    'renewal-announced': [
      { name: 'renewal-announced', memberId, data: { memberId, orgId, endDate } },
      { name: 'renewal-raised', memberId, data: { memberId, orgId, endDate, raisedFrom: 100_000 } },
      {
        name: 'renewal-superseded',
        memberId,
        data: {
          memberId,
          orgId,
          endDate,
          superseded: { chargeId, membershipIds: renewed.slice(0, 1).map(({ id }) => id) },
        },
      },
    ],
    'renewal-failed': [
      { name: 'renewal-failed', memberId, data: { chargeId, tries: 1 } },
      { name: 'renewal-expired', memberId, data: { chargeId, tries: 1, expired: true } },
      { name: 'renewal-given-up', memberId, data: { chargeId, tries: 3 } },
    ],
    'renewal-ended': [
      {
        name: 'renewal-ended',
        memberId,
        data: { memberId, orgId, endDate, membershipIds: renewed.map(({ id }) => id) },
      },
      {
        name: 'renewal-not-renewable',
        memberId,
        data: { memberId, orgId, endDate, membershipIds: renewed.map(({ id }) => id), notRenewable: true },
      },
    ],
    'renewal-card-expires': [await cardExpires(db)],
    'renewal-outgrown': [await outgrown(db)],
  }
}

/** A membership that renews by a card that has run out by then. */
async function cardExpires(db: Db): Promise<Sample> {
  const { membershipId, ...about } = await oneRow<Renewal & { membershipId: string }>(
    db,
    sql`select terms.membership_id as "membershipId", holders.id as "memberId", terms.org_id as "orgId", terms.end_date::text as "endDate"
      from membership_terms terms
      join members holders on holders.id = terms.member_id and holders.email is not null
      join memberships on memberships.id = terms.membership_id and memberships.saved_card_identifier is null
      join membership_configurations current on current.id = terms.configuration_id
      join membership_configurations next on next.org_id = terms.org_id and next.series = current.series and next.start_date > terms.end_date
      where terms.status = 'active' and not current.is_trial and not current.combinable and next.enabled and next.max_age is null
        and not exists (
          select from membership_terms later where later.membership_id = terms.membership_id and later.end_date > terms.end_date
        )
      order by terms.id limit 1`,
  )
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
      values (${newId()}, ${about.orgId}, ${about.memberId}, 'expires', '4100 00XX XXXX 0000', '2026-01')`)
    await tx.execute(
      sql`update memberships set auto_renewal = true, saved_card_identifier = 'expires' where id = ${membershipId}`,
    )
  })
  return { name: 'renewal-card-expires', memberId: about.memberId, data: about }
}

/** A child whose membership renews by card, and for whom the next season has an age limit. */
async function outgrown(db: Db): Promise<Sample> {
  const junior = await oneRow<Renewal & { membershipId: string; holderId: string; born: string }>(
    db,
    sql`select terms.membership_id as "membershipId", holders.id as "holderId", holders.parent_id as "memberId", terms.org_id as "orgId",
        terms.end_date::text as "endDate", (next.start_date - (next.max_age + 1) * interval '1 year' - interval '40 days')::date::text as born
      from membership_terms terms
      join members holders on holders.id = terms.member_id
      join members payers on payers.id = holders.parent_id and payers.email is not null
      join membership_configurations current on current.id = terms.configuration_id
      join membership_configurations next on next.org_id = terms.org_id and next.series = current.series and next.start_date > terms.end_date
      where terms.status = 'active' and next.max_age is not null order by terms.id limit 1`,
  )
  const { membershipId, holderId, born, ...about } = junior
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
      values (${newId()}, ${about.orgId}, ${about.memberId}, 'outgrown', '4100 00XX XXXX 0000', '2030-12')`)
    await tx.execute(
      sql`update memberships set auto_renewal = true, saved_card_identifier = 'outgrown' where id = ${membershipId}`,
    )
    await tx.execute(sql`update members set date_of_birth = ${born} where id = ${holderId}`)
  })
  return { name: 'renewal-outgrown', memberId: about.memberId, data: about }
}

/** A young member, for whom their parent bought, signs in themselves. */
async function boughtFor(db: Db): Promise<Sample> {
  const { orderId, memberId } = await oneRow<{ orderId: string; memberId: string }>(
    db,
    sql`select orders.id as "orderId", lines.member_id as "memberId" from orders
      join order_lines lines on lines.order_id = orders.id and lines.member_id <> orders.buyer_id
      where orders.status = 'paid' order by orders.id, lines.position limit 1`,
  )
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update members set email = coalesce(email, 'ung@example.net') where id = ${memberId}`)
    await tx.execute(
      sql`insert into member_identities (issuer, subject, member_id) values ('gallery', 'bought-for', ${memberId})`,
    )
  })
  return { name: 'bought-for', memberId, data: { orderId, memberId } }
}

/** Anna has linked with Bo, waits for Carla's answer, and asks somebody whom the portal does not know. */
async function familyMails(db: Db) {
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
  return {
    'family-invited': [
      { name: 'family-invited', memberId: pending.invitee, data: { invitationId: pending.id } },
      { name: 'family-invited-stranger', memberId: null, data: { invitationId: stranger } },
    ],
    'family-linked': [{ name: 'family-linked', memberId: approved.inviter, data: { invitationId: approved.id } }],
    'family-ended': [
      {
        name: 'family-ended',
        memberId: approved.inviter,
        data: { memberId: approved.inviter, endedBy: approved.invitee },
      },
    ],
  }
}

interface Order extends Record<string, unknown> {
  readonly id: string
  readonly buyer: string
}

/** An order like this one as an invoice that is not paid. */
async function makeInvoice(db: Db, orderId: string): Promise<string> {
  const id = newId()
  await db.execute(sql`update organisations set bank_registration = '1234', bank_account = '0012345678', mobilepay = '54321'
    where id = (select org_id from orders where id = ${orderId})`)
  await db.execute(sql`
    insert into orders (id, org_id, buyer_id, number, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency,
      test_mode, billing, language, origin, due_on, reserved_until)
    select ${id}::uuid, org_id, buyer_id, number, ${id}::text, '', ${id}::text, '', total, currency, test_mode, billing, language, 'office',
      current_date - 7, now() + interval '21 days' from orders where id = ${orderId}`)
  await db.execute(sql`
    insert into order_lines (id, order_id, position, kind, member_id, member_name, title, title_texts, configuration_id, start_date, end_date,
      price, vat_rate, vat, surcharge, discount, total)
    select gen_random_uuid(), ${id}, position, kind, member_id, member_name, title, title_texts, configuration_id, start_date, end_date,
      price, vat_rate, vat, surcharge, discount, total from order_lines where order_id = ${orderId}`)
  return id
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
const renewable = (db: Db, before: number): Promise<Renewal> =>
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
      group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 1 offset ${before}`,
  )
