import { sql, type SQL } from '#server/database/sql.ts'
import { delayedThing } from '#server/domains/audit/index.ts'

/** A person's id in a query. */
type Person = SQL

/**
 * Every table and column: whose it is, why it is kept and for how long. Erasure, export and retention read it, and a test refuses a column that is
 * missing here. A table stands before those that it refers to, because rows are deleted in this order; `members` is last, because others are found by its address.
 */
interface TableData {
  readonly why: string
  /** How long rows are kept. A table that only grows says why. */
  readonly kept: string
  /** The heading in a person's export. */
  readonly title?: { readonly da: string; readonly en: string }
  /** The rows about a person. A table without has none. */
  readonly of?: (person: Person) => SQL
  /** Those of them whose `person` is exported, where others say something of other people. */
  readonly about?: (person: Person) => SQL
  /** Values that an export shows instead of those of the columns. */
  readonly exported?: Readonly<Record<string, SQL>>
  /** An erasure deletes these rows, or empties what is `person` in them. */
  readonly erase?: 'rows' | 'columns'
  /** The rows that an erasure touches, where they are others than the export shows. */
  readonly erased?: (person: Person) => SQL
  /** Values that an erasure writes instead of empty ones. */
  readonly set?: Readonly<Record<string, SQL>>
  /** The rows that a nightly job deletes. */
  readonly old?: SQL
  /** Who somebody is, or what they or others wrote of them: exported, and erased. */
  readonly person?: string
  /** Facts of what happened: ids, states, times and amounts. Exported; stays, and says nobody's name. */
  readonly fact?: string
  /** A club's or the portal's own texts and settings. Neither exported nor erased. */
  readonly club?: string
  /** Keys, hashes and ids at the gateway. Never exported. */
  readonly secret?: string
  /** Written by the database from other columns, and anew when they are erased. */
  readonly derived?: string
}

/** The name of an erased person, in clubs' lists and in notifications of others. */
const ERASED_NAME = { firstName: 'Slettet', lastName: 'person' } as const
const erasedName = `${ERASED_NAME.firstName} ${ERASED_NAME.lastName}`

const emailOf = (person: Person) => sql`(select email from members where id = ${person})`
const nameOf = (person: Person) => sql`(select trim(first_name || ' ' || last_name) from members where id = ${person})`
const threadsOf = (person: Person) =>
  sql`(select id from threads where member_id = ${person} or visitor_email = ${emailOf(person)})`
const ordersOf = (person: Person) => sql`(select id from orders where buyer_id = ${person})`
const wishesOf = (person: Person) => sql`(select id from waiting_wishes where buyer_id = ${person})`
const linesOf = (person: Person) => sql`(select id from order_lines where member_id = ${person})`
const ordersWith = (person: Person) =>
  sql`(select id from orders where buyer_id = ${person} union select order_id from order_lines where member_id = ${person})`
const clubsOf = (person: Person) => sql`(
  select org_id from memberships where member_id = ${person} union select org_id from orders where id in ${ordersWith(person)}
  union select org_id from club_people where member_id = ${person} union select org_id from threads where id in ${threadsOf(person)}
  union select org_id from office_grants where member_id = ${person}
  union select org_id from office_invitations where accepted_by = ${person} or email = ${emailOf(person)})`
const historyAbout = (person: Person) => sql`(thing in ('member', 'access') and thing_id = ${person}::text
  or thing = 'thread' and thing_id in (select id::text from threads where id in ${threadsOf(person)}))`
/** Rows of imports that were compared with a person. */
const rowsLike = (person: Person) => sql`import_id in (select id from imports where org_id in ${clubsOf(person)})
  and found @> jsonb_build_object('candidates', jsonb_build_array(jsonb_build_object('memberId', ${person})))`
const linksOf = (person: Person) => sql`(
  select id from family_invitations
  where inviter_id = ${person} or invitee_id = ${person} or invitee_email = ${emailOf(person)})`

/** For how many years after the end of its year bookkeeping demands a receipt. */
export const YEARS_OF_RECEIPTS = 5

/** The document of a purchase for money, which bookkeeping demands. */
export const hasReceipt = (orderId: SQL) =>
  sql`exists (select from receipts where receipts.order_id = ${orderId} and not receipts.test_mode)`

export const emptyBilling = (
  name: SQL,
) => sql`jsonb_build_object('name', ${name}, 'email', '', 'phone', '', 'addressLine1', '',
  'addressLine2', '', 'addressLine3', '', 'postCode', '', 'city', '', 'country', '')`

/** A text without a person's name and address. A name of three letters or fewer would be found in other words. */
const withoutName = (column: string, person: Person): SQL => {
  const name = nameOf(person)
  const text = sql`${sql.raw(column)}`
  return sql`case when length(${name}) > 3 then replace(replace(${text}, ${name}, ${erasedName}), coalesce(${emailOf(person)}, ${name}), '–') else ${text} end`
}
const jsonWithoutName = (column: string, person: Person) => sql`${withoutName(`${column}::text`, person)}::jsonb`
const isNamedIn = (columns: string, person: Person) =>
  sql`length(${nameOf(person)}) > 3 and (position(${nameOf(person)} in ${sql.raw(columns)}) > 0 or position(coalesce(${emailOf(person)}, ${nameOf(person)}) in ${sql.raw(columns)}) > 0)`

const before = (column: string, interval: string) => sql.raw(`${column} < portal_now() - interval '${interval}'`)

const whileMember = 'until the person is erased'
const asClub = 'as long as the club'

const tables = {
  // Messages and what is kept for a short while.
  thread_attachments: {
    why: 'Files sent with a question or an answer',
    kept: 'with their thread; one that was not sent for a day',
    title: { da: 'Filer', en: 'Files' },
    of: (person) => sql`(member_id = ${person} and message_id is null
      or message_id in (select id from thread_messages where thread_id in ${threadsOf(person)}))`,
    erase: 'rows',
    person: 'name bytes',
    fact: 'id message_id position member_id content_type size created_at',
    secret: 'pass_hash bucket_key',
  },
  thread_messages: {
    why: 'What somebody asked a club, and its answers',
    kept: `${whileMember}; of visitors without a name a year after the last message`,
    title: { da: 'Beskeder', en: 'Messages' },
    of: (person) => sql`thread_id in ${threadsOf(person)}`,
    erase: 'rows',
    person: 'author text',
    fact: 'id thread_id sender member_id created_at',
    secret: 'token_hash',
  },
  thread_notes: {
    why: "An office's notes on a question",
    kept: 'with their thread',
    title: { da: 'Klubbers noter om dine spørgsmål', en: "Clubs' notes on your questions" },
    of: (person) => sql`thread_id in ${threadsOf(person)}`,
    erase: 'rows',
    person: 'text',
    fact: 'id thread_id member_id created_at',
    club: 'author',
    secret: 'token_hash',
  },
  thread_reads: {
    why: 'Until when somebody has read a conversation',
    kept: 'with its thread',
    title: { da: 'Læste samtaler', en: 'Conversations read' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    erased: (person) => sql`(member_id = ${person} or thread_id in ${threadsOf(person)})`,
    fact: 'thread_id member_id read_at',
  },
  notifications: {
    why: 'Notifications of somebody in the portal',
    kept: 'two years; a day after they were deleted',
    old: before('created_at', '2 years'),
    title: { da: 'Notifikationer', en: 'Notifications' },
    of: (person) => sql`receiver_id = ${person}`,
    erase: 'rows',
    // Offices have notifications of questions that go, too.
    erased: (person) => sql`(receiver_id = ${person} or message_thread_id in ${threadsOf(person)})`,
    person: 'title message danish data',
    fact: 'id message_thread_id receiver_id sender_id type read created_at read_date settled_at deleted_at fan_out_id',
    secret: 'once_key',
  },
  messages: {
    why: 'Mails and WhatsApp messages to somebody: which and when, not their text',
    kept: 'a year after they were sent or given up',
    old: sql`status in ('sent', 'failed', 'unwanted') and ${before('created_at', '1 year')}`,
    title: { da: 'Mails og WhatsApp-beskeder', en: 'Mails and WhatsApp messages' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    erased: (person) =>
      sql`(member_id = ${person} or data->>'threadId' in (select id::text from threads where id in ${threadsOf(person)}))`,
    person: 'data error',
    fact: 'id channel template member_id fan_out_id status attempts created_at sent_at',
    secret: 'once_key',
  },
  club_message_readers: {
    why: 'To whom a club wrote a message to many, and about whom',
    kept: whileMember,
    title: { da: 'Beskeder fra klubber til mange', en: 'Messages of clubs to many' },
    of: (person) => sql`reader_id = ${person}`,
    erase: 'rows',
    fact: 'message_id reader_id about',
  },
  contact_passes: {
    why: 'Proof that a visitor is no robot',
    kept: 'until it expires',
    fact: 'expires_at used_at',
    secret: 'salt_hash pass_hash',
  },
  notes: {
    why: "Somebody's notes to themselves",
    kept: `${whileMember}; a day after they were deleted`,
    title: { da: 'Noter', en: 'Notes' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    person: 'text',
    fact: 'id member_id done version created_at updated_at deleted_at',
  },
  dismissals: {
    why: 'Prompts that somebody closed',
    kept: whileMember,
    title: { da: 'Lukkede opfordringer', en: 'Prompts you closed' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    fact: 'member_id about season_id at',
  },
  calendar_feeds: {
    why: 'Addresses that calendar programs read',
    kept: whileMember,
    title: { da: 'Kalenderadresser', en: 'Calendar addresses' },
    of: (person) => sql`owner_id = ${person}`,
    erase: 'rows',
    erased: (person) => sql`(owner_id = ${person} or person_id = ${person})`,
    fact: 'id owner_id kind person_id org_id language created_at last_read_at revoked_at',
    secret: 'token_hash',
  },
  message_preferences: {
    why: 'Which messages somebody wants, and how',
    kept: whileMember,
    title: { da: 'Valg af beskeder', en: 'Choices of messages' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    fact: 'member_id kind channel wanted updated_at',
  },
  exports: {
    why: 'Lists of clubs and the data of a person as a file',
    kept: 'a day',
    title: { da: 'Udtræk af dine data', en: 'Exports of your data' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    // A list of a club may name them, too. It is made again by a click.
    erased: (person) => sql`(member_id = ${person} or created_by = ${person} or org_id in ${clubsOf(person)})`,
    fact: 'id org_id member_id created_by list format language total done created_at ready_at failed_at',
    club: 'query bytes',
  },
  term_drafts: {
    why: 'A membership that somebody is about to buy, step by step',
    kept: 'a day',
    title: { da: 'Påbegyndte køb', en: 'Purchases begun' },
    of: (person) => sql`drafted_by = ${person}`,
    erase: 'rows',
    erased: (person) =>
      sql`(drafted_by = ${person} or membership_id in (select id from memberships where member_id = ${person}))`,
    person: 'billing_name billing_address billing_email billing_phone init_device',
    fact: 'id membership_id configuration_id drafted_by payment_id reference_key created_at updated_at',
  },
  family_invitations: {
    why: 'Who is family of whom, and may act for them',
    kept: `${whileMember}; two years after it was declined or ended`,
    old: sql`status in ('rejected', 'ended') and ${before('coalesce(ended_at, answered_at, created_at)', '2 years')}`,
    title: { da: 'Familie', en: 'Family' },
    of: (person) => sql`id in ${linksOf(person)}`,
    erase: 'rows',
    person: 'invitee_email',
    fact: 'id inviter_id invitee_id family_id status created_at answered_at ended_at',
  },
  delayed_actions: {
    why: 'What an office or a person asked for, and can stop for a minute',
    kept: 'a year',
    old: sql`state <> 'waiting' and ${before('created_at', '1 year')}`,
    title: { da: 'Handlinger med et minuts frist', en: 'Actions with a minute to stop' },
    of: (person) => sql`${delayedThing} = ${person}`,
    erase: 'columns',
    erased: (person) =>
      sql`(actor_id = ${person} or ${delayedThing} = ${person} or thing_id in ${ordersOf(person)} or thing_id in ${threadsOf(person)})`,
    person: 'label payload',
    fact: 'id org_id actor_id kind thing_id state refusal due_at ended_at created_at',
  },

  // History: what happened stays, who goes.
  acts: {
    why: 'Who did what for whom: both can read it',
    kept: 'five years: families look back on what was bought for whom',
    old: before('at', '5 years'),
    title: { da: 'Hvem har gjort hvad for hvem', en: 'Who did what for whom' },
    of: (person) => sql`(actor_id = ${person} or subject_id = ${person})`,
    erase: 'columns',
    set: { data: sql`data - 'name' - 'email'` },
    person: 'data',
    fact: 'id at actor_id subject_id acting_as name',
  },
  office_history: {
    why: 'What offices and operators did, for the club to follow',
    kept: 'ten years: as long as a club can be asked about its accounts',
    old: before('at', '10 years'),
    title: { da: 'Klubbers historik om dig', en: "Clubs' history about you" },
    of: (person) => sql`(actor_id = ${person} or ${historyAbout(person)})`,
    about: historyAbout,
    erase: 'columns',
    erased: (person) => sql`(${historyAbout(person)}
      or thing = 'access' and org_id in ${clubsOf(person)} and label = ${emailOf(person)})`,
    set: {
      label: sql`case thing when 'thread' then '–' else ${erasedName} end`,
      // A member's rows say what their profile was.
      before: sql`case thing when 'member' then null else before - 'email' end`,
      after: sql`case thing when 'member' then null else after - 'email' end`,
    },
    person: 'label before after reason',
    fact: 'id at org_id actor_id by_operator name thing thing_id',
  },
  status_changes: {
    why: 'Every change of a status, so that a mistake can be explained',
    kept: 'two years; of purchases, memberships, places, events and clubs as long as these, because their pages show them',
    old: sql`thing in ('threads', 'delayed_actions', 'coupon_redemptions', 'renewal_charges', 'family_invitations') and ${before('at', '2 years')}`,
    title: { da: 'Ændringer af status', en: 'Changes of status' },
    of: (person) => sql`subject_id = ${person} and thing_id in (select id from orders where buyer_id = ${person})`,
    fact: 'id thing thing_id from_status to_status cause actor_id subject_id at',
  },
  impersonations: {
    why: 'When an operator acted as somebody',
    kept: 'five years, as the audit log that it explains',
    old: before('used_at', '5 years'),
    title: { da: 'Når en administrator har handlet på dine vegne', en: 'When an operator acted as you' },
    of: (person) => sql`member_id = ${person}`,
    fact: 'id actor_id member_id started_at used_at ended_at',
  },
  office_grants: {
    why: 'Who works in an office of a club, in which roles',
    kept: `${asClub}: its history refers to them`,
    title: { da: 'Roller i klubber', en: 'Roles in clubs' },
    of: (person) => sql`member_id = ${person}`,
    fact: 'id org_id member_id roles granted_by granted_at reason ends_at revoked_at version',
  },
  office_invitations: {
    why: 'Invitations to an office by e-mail',
    kept: 'a year after they ended',
    old: before('coalesce(accepted_at, withdrawn_at, expires_at)', '1 year'),
    title: { da: 'Invitationer til klubbers administration', en: 'Invitations to the office of a club' },
    of: (person) => sql`(email = ${emailOf(person)} or accepted_by = ${person})`,
    erase: 'columns',
    set: { withdrawn_at: sql`case when accepted_at is null then coalesce(withdrawn_at, portal_now()) end` },
    person: 'email reason',
    fact: 'id org_id roles language invited_by invited_at expires_at accepted_by accepted_at withdrawn_at',
  },
  organisation_admins: {
    why: "Who gets an office's notifications",
    kept: 'until the next sign-in without the role',
    title: { da: 'Administrator i klubber', en: 'Administrator of clubs' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    fact: 'org_id member_id seen_at',
  },

  threads: {
    why: 'A question to a club',
    kept: `${whileMember}; of visitors without a name a year after the last message`,
    title: { da: 'Spørgsmål til klubber', en: 'Questions to clubs' },
    of: (person) => sql`id in ${threadsOf(person)}`,
    erase: 'rows',
    person: 'visitor_name visitor_email visitor_language subject preview',
    fact: 'id org_id member_id state topic_kind topic_id topic_title created_at last_at waiting_since',
    club: 'answered_by',
    derived: 'search',
  },

  // Purchases.
  coupon_redemptions: {
    why: 'Who used a discount code, so that it is used as often as the club allows',
    kept: 'with its order',
    title: { da: 'Brugte rabatkoder', en: 'Discount codes used' },
    of: (person) => sql`member_id = ${person}`,
    fact: 'id coupon_id org_id order_id member_id status reserved_until off created_at',
  },
  event_answers: {
    why: "Answers to an event's questions",
    kept: "for the days that their question says after the event's end, sensitive ones 30 as a rule; of a place that was never paid for two days",
    title: { da: 'Svar på spørgsmål ved arrangementer', en: 'Answers to questions of events' },
    of: (person) =>
      sql`(entry_id in (select id from event_entries where member_id = ${person}) or order_id in ${ordersOf(person)})`,
    erase: 'rows',
    person: 'value value_encrypted',
    fact: 'id event_id question_id entry_id order_id answered_by answered_at',
  },
  event_answer_deletions: {
    why: 'The proof that answers were deleted: how many, and when',
    kept: asClub,
    club: 'id event_id sensitive deleted deleted_at',
  },
  waiting_offers: {
    why: 'What was offered to somebody who waited for places',
    kept: 'with its order',
    title: { da: 'Tilbud fra ventelister', en: 'Offers from waiting lists' },
    of: (person) => sql`wish_id in ${wishesOf(person)}`,
    erase: 'columns',
    person: 'reason',
    fact: 'order_id wish_id until offered_at offered_by',
  },
  waiting_people: {
    why: 'Who waits for a place at an event',
    kept: asClub,
    title: { da: 'Hvem der venter på plads', en: 'Who waits for a place' },
    of: (person) => sql`(member_id = ${person} or wish_id in ${wishesOf(person)})`,
    fact: 'wish_id member_id category_id position',
  },
  waiting_wishes: {
    why: 'What somebody waits for at a sold-out event',
    kept: asClub,
    title: { da: 'Ventelister', en: 'Waiting lists' },
    of: (person) => sql`buyer_id = ${person}`,
    fact: 'id org_id event_id buyer_id mode at_least status joined_at',
  },
  event_entries: {
    why: "A person's place at an event, and their ticket",
    kept: `${asClub}: its figures add them up; one that was never paid stays as a count`,
    title: { da: 'Pladser ved arrangementer', en: 'Places at events' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'columns',
    person: 'added_reason',
    fact: 'id event_id category_id pool_id phase_id org_id member_id order_id status reserved_until one_per_person price_kind created_at present_at present_by added_by hand_method hand_amount hand_returned_at sort_total answers_missing',
    derived: 'sort_name sort_born',
  },
  refund_lines: {
    why: 'Which lines were refunded',
    kept: 'with their order',
    title: { da: 'Refunderede linjer', en: 'Lines refunded' },
    of: (person) => sql`line_id in (select id from order_lines where order_id in ${ordersOf(person)})`,
    fact: 'line_id refund_id amount',
  },
  credit_notes: {
    why: "A refund's document",
    kept: `${asClub}: its accounts`,
    title: { da: 'Kreditnotaer', en: 'Credit notes' },
    of: (person) => sql`refund_id in (select id from refunds where order_id in ${ordersOf(person)})`,
    fact: 'refund_id org_id year test_mode number issued_at',
    club: 'seller',
  },
  refunds: {
    why: 'Money that goes back',
    kept: `${asClub}: its accounts`,
    title: { da: 'Refunderinger', en: 'Refunds' },
    of: (person) => sql`order_id in ${ordersOf(person)}`,
    fact: 'id order_id org_id payment_id amount currency test_mode cause differs noted_at method status refusals created_at attempted_at credit_called_at credited_after checked_at done_at returned_at returned_by',
    secret: 'authorization_identifier',
  },
  payments: {
    why: 'Attempts to pay an order',
    kept: `${asClub}: its accounts, and an answer of the gateway may come late`,
    title: { da: 'Betalinger', en: 'Payments' },
    of: (person) => sql`order_id in ${ordersOf(person)}`,
    erase: 'columns',
    set: { saved_card_identifier: sql`null`, window_link: sql`null` },
    person: 'device',
    fact: 'id order_id org_id provider status amount currency order_number test_mode gateway_reason reason acquirer created_at updated_at capturing_since captured_at refusals checked_at method received_on reference recorded_by',
    secret: 'payment_identifier window_link authorization_identifier saved_card_identifier',
  },
  receipts: {
    why: 'Which purchases have a receipt, by its number',
    kept: `${asClub}: its accounts. What they show of a person who was erased goes five years after the end of the year`,
    title: { da: 'Kvitteringer', en: 'Receipts' },
    of: (person) => sql`order_id in ${ordersOf(person)}`,
    fact: 'order_id org_id year test_mode number issued_at',
    club: 'seller',
  },
  order_lines: {
    why: 'What was bought, for whom',
    kept: 'with its order',
    title: { da: 'Købte medlemskaber og billetter', en: 'Memberships and tickets bought' },
    of: (person) => sql`(order_id in ${ordersOf(person)} or id in ${linesOf(person)})`,
    erase: 'columns',
    // A receipt names whom it was for; so does one that somebody else has.
    erased: (person) => sql`id in ${linesOf(person)} and not ${hasReceipt(sql`order_lines.order_id`)}`,
    person: 'member_name',
    fact: 'id order_id position kind member_id title title_texts configuration_id membership_id term_id start_date end_date event_id category_id entry_id category category_name category_texts starts_at time_zone price_kind price vat_rate vat surcharge discount total refunded replaces_trial replaces_texts',
  },
  orders: {
    why: 'A purchase from a club',
    kept: `${asClub}: its accounts. One that was never paid is emptied after 90 days; its row stays, because a payment may come late`,
    title: { da: 'Køb', en: 'Purchases' },
    of: (person) => sql`buyer_id = ${person}`,
    erase: 'columns',
    set: {
      billing: emptyBilling(sql`case when ${hasReceipt(sql`orders.id`)} then billing ->> 'name' else '' end`),
      token_encrypted: sql`''`,
    },
    person: 'billing init_device completion_device',
    fact: 'id org_id buyer_id number status total currency test_mode language reserved_until hold_extensions auto_renewal kinds event_id coupon_code renewal_until due_on reminders reminded_at origin prepared_by agreed_at replaced_by terms_version privacy_version reference_key entry_key created_at paid_at',
    secret: 'token_hash token_encrypted client_token_hash lines_hash selection_hash traceparent',
    derived: 'search',
  },
  renewals: {
    why: 'Renewals announced to somebody',
    kept: 'three years: a card charged can be disputed for as long',
    old: before('created_at', '3 years'),
    title: { da: 'Varslede fornyelser', en: 'Renewals announced' },
    of: (person) => sql`member_id = ${person}`,
    fact: 'id charge_id org_id member_id membership_id configuration_id year amount raised_from withdrawn_at withdrawn_because created_at',
  },
  renewal_charges: {
    why: 'Charges of a saved card',
    kept: 'three years: a card charged can be disputed for as long',
    old: before('created_at', '3 years'),
    title: { da: 'Træk på gemte kort', en: 'Charges of saved cards' },
    of: (person) => sql`payer_id = ${person}`,
    fact: 'id org_id payer_id end_date status next_try tries tried_at order_id round told created_at',
  },
  membership_terms: {
    why: 'Seasons of a membership',
    kept: `${asClub}: its figures add them up`,
    title: { da: 'Sæsoner', en: 'Seasons' },
    of: (person) => sql`member_id = ${person}`,
    fact: 'id membership_id org_id member_id configuration_id order_id membership_for start_date end_date gave_way_to planned_end_date gdpr_agreement status reserved_until reference_key status_change_date created_at',
  },
  memberships: {
    why: 'What somebody is to a club',
    kept: `${asClub}: its figures add them up`,
    title: { da: 'Medlemskaber', en: 'Memberships' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'columns',
    set: { saved_card_identifier: sql`null`, auto_renewal: sql`false` },
    fact: 'id org_id member_id enabled auto_renewal auto_renew_cycle renewal_ended_at renewal_ended_because renewal_ended_detail old_status new_status reference_key update_date',
    secret: 'saved_card_identifier',
  },
  saved_cards: {
    why: 'Cards for renewals: the number in part, and its id at the gateway',
    kept: 'until they renew nothing for a day; an empty row for two years, which says when it was deleted there',
    old: before('gateway_deleted_at', '2 years'),
    title: { da: 'Gemte kort', en: 'Saved cards' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'columns',
    // The others are deleted at the gateway first, by a job.
    erased: (person) => sql`member_id = ${person} and gateway_deleted_at is not null`,
    set: { saved_card_identifier: sql`id::text` },
    person: 'label expires',
    fact: 'id org_id member_id provider unused_since created_at deleted_at gateway_deleted_at',
    secret: 'saved_card_identifier',
  },

  // Who somebody is.
  import_rows: {
    why: 'Lists of people that a club imported, so that an import can be taken back',
    kept: 'with their import',
    title: { da: 'Rækker i klubbers importer', en: "Rows of clubs' imports" },
    of: (person) => sql`member_id = ${person}`,
    // Candidates are other people.
    exported: { found: sql`found - 'candidates' - 'changes'` },
    erase: 'rows',
    // Rows that made nobody yet can be them, too.
    erased: (person) => sql`(member_id = ${person} or member_id is null and (${rowsLike(person)}
      or import_id in (select id from imports where org_id in ${clubsOf(person)}) and found->'person'->>'email' = ${emailOf(person)}))`,
    person: 'cells found made',
    fact: 'import_id row verdict choice candidate member_id done_at invited_at undone_at kept',
  },
  imports: {
    why: 'Lists of people that a club imported',
    kept: '30 days: as long as it can be taken back',
    old: sql`state not in ('running', 'undoing') and coalesce(undo_until, created_at + interval '30 days') < portal_now()`,
    fact: 'created_by',
    club: 'id org_id state version file_name encoding separator heads columns known_columns choices cut_numbers undo_rows created_at checked_at ended_at undo_until',
  },
  attendance: {
    why: 'Who came to a team on a day, as its trainers marked it',
    kept: whileMember,
    title: { da: 'Fremmøde', en: 'Attendance' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    fact: 'org_id team_id member_id day state by_id at',
  },
  team_people: {
    why: 'Who is in a team of a club, as what and for how long',
    kept: whileMember,
    title: { da: 'Hold', en: 'Teams' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    fact: 'id org_id team_id member_id role from_on until_on',
  },
  club_people: {
    why: "A club's register: since when somebody belongs to it, and what it knows of them",
    kept: `${asClub}: its figures add them up`,
    title: { da: 'Klubbers medlemsregistre', en: "Clubs' registers" },
    of: (person) => sql`member_id = ${person}`,
    erase: 'columns',
    set: { tags: sql`'{}'`, fields: sql`'{}'`, managed: sql`false` },
    person: 'left_reason tags fields',
    fact: 'org_id member_id number since source left_on managed created_at version',
  },
  duplicate_pairs: {
    why: 'Who was found not to be somebody else, so that an office is not asked again',
    kept: asClub,
    title: { da: 'Ikke den samme person', en: 'Not the same person' },
    of: (person) => sql`(one_id = ${person} or other_id = ${person})`,
    fact: 'org_id one_id other_id decided_by decided_at',
  },
  person_merges: {
    why: 'Two rows of one person that an office made one: what it changed, so that it can be undone',
    kept: whileMember,
    title: { da: 'Flettet af klubber', en: 'Merged by clubs' },
    of: (person) => sql`(kept_id = ${person} or gone_id = ${person})`,
    // Undone, the other one is somebody else.
    exported: {
      moved: sql`case when undone_at is null then moved else '[]' end`,
      also_held: sql`case when undone_at is null then also_held else '[]' end`,
    },
    erase: 'columns',
    set: { moved: sql`'[]'`, also_held: sql`'[]'` },
    person: 'moved also_held',
    fact: 'id org_id kept_id gone_id merged_by merged_at undone_by undone_at',
  },
  merge_requests: {
    why: 'Whether two people who both sign in are one, as an office asked them',
    kept: asClub,
    title: { da: 'Spurgt, om du er den samme', en: 'Asked whether you are the same' },
    of: (person) => sql`(kept_id = ${person} or gone_id = ${person})`,
    fact: 'id org_id kept_id gone_id asked_by asked_at until kept_agreed_at gone_agreed_at declined_by declined_at withdrawn_at merged_at',
  },
  saved_views: {
    why: 'Filters of the register that somebody in an office saved',
    kept: `${asClub}, or until they are deleted`,
    title: { da: 'Gemte visninger', en: 'Saved views' },
    of: (person) => sql`owner_id = ${person}`,
    erase: 'rows',
    person: 'name filter',
    fact: 'id org_id owner_id columns sort position version',
  },
  change_suggestions: {
    why: "Changes of somebody's details that an office suggested to them",
    kept: whileMember,
    title: { da: 'Klubbers forslag til dine oplysninger', en: "Clubs' suggestions for your details" },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    person: 'fields note',
    fact: 'id org_id member_id suggested_by accepted answered_at withdrawn_at created_at',
  },
  club_notes: {
    why: 'What offices write down about people of their clubs',
    kept: whileMember,
    title: { da: 'Klubbers noter om dig', en: "Clubs' notes about you" },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    person: 'text',
    fact: 'id org_id member_id kind author_id follow_up_on done_at is_comment version created_at',
  },
  member_comments: {
    why: 'The notes that are comments once more, for the version before',
    kept: whileMember,
    title: { da: 'Klubbers noter om dig, som de stod før', en: "Clubs' notes about you, as they were kept before" },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    person: 'text',
    fact: 'member_id org_id',
  },
  member_images: {
    why: 'A picture, for family and office',
    kept: whileMember,
    title: { da: 'Billede', en: 'Picture' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    person: 'bytes',
    fact: 'member_id content_type created_at',
    secret: 'bucket_key',
  },
  member_identities: {
    why: 'Which sign-in is whose',
    kept: whileMember,
    title: { da: 'Log ind', en: 'Sign-ins' },
    of: (person) => sql`member_id = ${person}`,
    erase: 'rows',
    person: 'issuer subject',
    fact: 'member_id roles_seen first_seen_at last_seen_at wrote_at',
  },
  erasures: {
    why: 'Who was erased, to be applied again after a restore',
    kept: 'for good: an old backup must not bring anybody back. Ids only; the hashes for a day',
    fact: 'member_id erased_at',
    secret: 'sign_ins',
  },

  // Of clubs and the portal.
  answer_templates: {
    why: 'Texts for frequent answers',
    kept: asClub,
    club: 'id org_id title text updated_at version',
  },
  backups: {
    why: 'When backups were taken',
    kept: 'two years',
    old: before('taken_at', '2 years'),
    club: 'id taken_at bytes tested_at test_fault',
  },
  club_pictures: {
    why: 'Logo and cover',
    kept: asClub,
    club: 'org_id use version content_type bytes small created_at',
  },
  club_starts: {
    why: 'How far a new club is',
    kept: asClub,
    fact: 'asked_by',
    club: 'org_id asked_at receipt_seen_at dismissed_at',
  },
  club_fields: {
    why: 'Fields that a club added to its register',
    kept: asClub,
    club: 'id org_id label kind options who_sees position archived_at version',
  },
  club_people_counters: { why: 'The last number in a register', kept: 'one row a club', club: 'org_id last' },
  teams: { why: 'Teams of a club', kept: asClub, club: 'id org_id name season archived_at version' },
  club_texts: {
    why: 'Terms of sale and privacy texts: every version, because people bought under it',
    kept: asClub,
    fact: 'written_by',
    club: 'org_id purpose version text created_at',
  },
  coupons: {
    why: 'Discount codes',
    kept: asClub,
    club: 'id org_id event_id code name_texts name_da name_en percent amount categories valid_from valid_until total_limit per_member_limit listed enabled used edits batch_id created_at',
    derived: 'code_key',
  },
  daily_jobs: { why: 'Which daily job ran last when', kept: 'one row a job', club: 'name day' },
  event_categories: {
    why: 'Prices of an event',
    kept: asClub,
    club: 'id event_id category name name_texts price member_price closed_at capacity sold held pool_id min_age max_age members_only position',
  },
  event_changes: {
    why: 'When and where an event was before it was moved',
    kept: 'a year',
    old: sql`(told_by is not null or dropped_at is not null) and ${before('at', '1 year')}`,
    club: 'id event_id before after at told_by dropped_at',
  },
  event_move_answers: {
    why: 'Whether a ticket to a moved event is kept, and who said so',
    kept: 'with the ticket',
    title: { da: 'Svar om flyttede arrangementer', en: 'Answers about moved events' },
    of: (person) => sql`answered_by = ${person}`,
    fact: 'move_id entry_id answer answered_by answered_at',
  },
  event_moves: {
    why: 'Moves of events of which guests were told, and until when they could have their money back',
    kept: asClub,
    club: 'id org_id event_id texts keep_until small created_at press',
  },
  event_phases: {
    why: 'Early prices',
    kept: asClub,
    club: 'id event_id category_id position name_texts price member_price until places removed_at',
  },
  event_pictures: {
    why: 'An event is seen',
    kept: asClub,
    club: 'event_id version content_type bytes small stored_id width height focal_x focal_y alt_texts alt_da alt_en created_at',
  },
  event_pools: { why: 'Places that categories share', kept: asClub, club: 'id event_id name capacity sold held' },
  event_questions: {
    why: 'What an event asks of its guests',
    kept: asClub,
    club: 'id event_id position scope kind label_texts help_texts options required categories condition asked_when until sensitive purpose_texts delete_days readers removed_at',
  },
  question_templates: {
    why: 'Questions that a club asks again',
    kept: asClub,
    club: 'id org_id question created_at',
  },
  event_run_items: {
    why: 'Orders of an event that was cancelled',
    kept: asClub,
    club: 'run_id order_id state refund_id amount problem told_at tries',
  },
  event_runs: {
    why: 'The cancellation of an event',
    kept: asClub,
    fact: 'started_by approved_by declined_by',
    club: 'id org_id event_id kind state refunds reason started_at approved_at declined_at decline_reason ended_at ends press',
  },
  club_messages: {
    why: 'Messages of a club to many people: what it wrote, and when',
    kept: asClub,
    fact: 'created_by',
    club: 'id org_id audience event_id subject body filter created_at sent_at stopped_at',
    secret: 'token_hash',
  },
  event_series: {
    why: 'How events repeat',
    kept: asClub,
    club: 'id org_id rule starts_on edits created_at',
  },
  events: {
    why: 'What a club invites to',
    kept: asClub,
    club: 'id org_id title description kind place address contact_phone time_zone starts_at ends_at public_from enabled status edits published_at cancel_texts title_texts description_texts place_texts doors_at refund_until_hours member_series copied_from series_id own_fields for_members guests_invited sale_from sale_until one_per_person capacity sold held waiting created_at revision changed_at withdrawn_at withdrawn_as',
    derived: 'folded search',
  },
  fan_outs: {
    why: 'Messages to many together',
    kept: 'two years',
    old: before('created_at', '2 years'),
    club: 'id once_key template data mailed_up_to created_at',
  },
  membership_configurations: {
    why: 'Memberships on sale',
    kept: asClub,
    club: 'id org_id period_kind name name_texts benefits series price vat_rate surcharge start_date end_date offer_start_date combinable min_age max_age is_trial is_passive enabled published_at version copied_from created_at currency',
  },
  organisations: {
    why: 'Clubs',
    kept: asClub,
    club: 'id key name description_texts description_da description_en city address cvr contact_email website currency hue colour logo cover grace_days state live_at paused_text bank_registration bank_account mobilepay contact_phone terms_version privacy_version details_version enabled storage_mb created_at',
    secret: 'creation_token',
    derived: 'folded search',
  },
  payment_configurations: {
    why: 'How a club is paid',
    kept: asClub,
    fact: 'key_set_by',
    club: 'id org_id provider test_mode key_set_at merchant acquirer merchant_before merchant_changed_at enabled created_at currency_symbol',
    secret: 'key_encrypted key_hint',
  },
  receipt_gaps: {
    why: 'Receipt numbers that a restore skipped, so that the accounts explain them',
    kept: asClub,
    club: 'org_id year first last backup_at written_at',
  },
  receipt_counters: { why: 'The last receipt number', kept: asClub, club: 'org_id year test_mode last' },
  stored_pictures: {
    why: 'Pictures of events',
    kept: asClub,
    club: 'id org_id hash bytes small size bucket_key small_key created_at',
  },
  ticket_keys: {
    why: 'Keys that sign tickets',
    kept: 'for good: tickets of any age are checked with them; a few rows a year',
    club: 'id kid public_key created_at retired_at',
    secret: 'private_key_encrypted',
  },
  portal_clock: { why: 'The clock of tests', kept: 'one row', club: 'only_row offset' },
  portal_migrations: {
    why: 'Which migrations ran',
    kept: 'one row each',
    club: 'name checksum applied_at version compatible_since',
  },
  portal_migration_steps: {
    why: 'How far a migration is',
    kept: 'a few rows each',
    club: 'migration position later changes last_id done total finished_at',
  },
  rate_windows: { why: 'How often somebody called', kept: 'an hour', club: 'key started_at hits' },
  reserved_keys: { why: 'Keys that no club may have', kept: 'a few rows', club: 'pattern' },
  unused_files: {
    why: 'Files in the bucket that belong to nothing any more',
    kept: 'until a job removes them there, a day at most',
    secret: 'key',
    fact: 'remove_after',
  },
  worker_heartbeats: { why: 'Which workers run', kept: 'a row a worker', club: 'worker_id beat_at' },

  members: {
    why: 'Who somebody is and how to reach them',
    kept: `${whileMember}. An empty row stays, to which history and accounts refer`,
    title: { da: 'Profil', en: 'Profile' },
    of: (person) => sql`id = ${person}`,
    erase: 'columns',
    set: {
      first_name: sql`${ERASED_NAME.firstName}`,
      last_name: sql`${ERASED_NAME.lastName}`,
      enabled: sql`false`,
      parent_id: sql`null`,
      update_date: sql`portal_now()`,
    },
    person:
      'first_name last_name email phone gender date_of_birth profile_image address_line1 address_line2 address_line3 city post_code country comments language used_language',
    fact: 'id parent_id enabled archived_at merged_into registration_date update_date',
    derived: 'folded listed search',
  },
} satisfies Readonly<Record<string, TableData>>

export type TableName = keyof typeof tables
export const personalData: Readonly<Record<string, TableData>> = tables

/** Texts about a person that others got: their name and address are taken out of it, in texts of people who had to do with them. */
export const mentions: readonly {
  readonly table: string
  readonly set: (person: Person) => SQL
  readonly where: (person: Person) => SQL
}[] = [
  {
    table: 'notifications',
    set: (person) => sql`title = ${withoutName('title', person)}, message = ${withoutName('message', person)},
      danish = ${jsonWithoutName('danish', person)}, data = ${jsonWithoutName('data', person)}`,
    where: (person) => sql`receiver_id in (
        select parent_id from members where id = ${person} union select id from members where parent_id = ${person}
        union select inviter_id from family_invitations where id in ${linksOf(person)}
        union select invitee_id from family_invitations where id in ${linksOf(person)}
        union select buyer_id from orders where id in ${ordersWith(person)}
        union select member_id from order_lines where order_id in ${ordersOf(person)}
        union select prepared_by from orders where buyer_id = ${person}
        union select asked_by from merge_requests where ${person} in (kept_id, gone_id)
      ) and ${isNamedIn(`(title || message || coalesce(danish::text, '') || data::text)`, person)}`,
  },
  {
    table: 'office_history',
    set: (person) => sql`label = ${withoutName('label', person)}, before = ${jsonWithoutName('before', person)},
      after = ${jsonWithoutName('after', person)}, reason = case when name = 'registration_added' then null else ${withoutName('reason', person)} end`,
    where: (person) => sql`org_id in ${clubsOf(person)} and (thing in ('event', 'order', 'member') or by_operator)
      and ${isNamedIn(`(label || coalesce(before::text, '') || coalesce(after::text, '') || coalesce(reason, ''))`, person)}`,
  },
  {
    table: 'import_rows',
    set: () => sql`found = jsonb_set(found, '{candidates}', '[]')`,
    where: (person) => sql`member_id is not null and ${rowsLike(person)}`,
  },
  // Their answers to others are the club's.
  {
    table: 'thread_messages',
    set: () =>
      sql`author = (select organisations.name from organisations join threads on threads.org_id = organisations.id where threads.id = thread_id)`,
    where: (person) => sql`member_id = ${person} and sender = 'club'`,
  },
  {
    table: 'thread_notes',
    set: () => sql`author = ${erasedName}`,
    where: (person) => sql`member_id = ${person}`,
  },
  {
    table: 'threads',
    set: () => sql`answered_by = (select name from organisations where organisations.id = org_id)`,
    where: (person) =>
      sql`answered_by is not null and id in (select thread_id from thread_messages where member_id = ${person} and sender = 'club')`,
  },
]

export const columnsOf = (names: string | undefined): string[] => names?.split(' ') ?? []
