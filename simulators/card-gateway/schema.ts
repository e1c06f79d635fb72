export const schema = `
create table if not exists merchant (number integer primary key, key_hash text not null unique, key_tail text not null, created_at text not null);
create table if not exists link (
  payment_id text primary key, merchant integer not null, amount integer not null, currency text not null, order_number text not null,
  accept_url text not null, decline_url text, callback_url text, language text, save_card integer not null, recurring text,
  test_mode integer not null, request text not null, created_at text not null, expires_at text not null
);
create table if not exists authorization (
  number integer primary key, id text not null unique, payment_id text, merchant integer not null, amount integer not null, asked_amount integer not null,
  currency text not null, order_number text not null, card_tail text not null, masked_pan text not null, card_expiry text not null,
  saved_card_id text, test_mode integer not null, created_at text not null, captured_at text, credited_at text, voided_at text,
  capture_attempts integer not null default 0
);
create index if not exists authorization_payment on authorization (payment_id);
create table if not exists decline (
  number integer primary key, payment_id text not null, merchant integer not null, order_number text not null, gateway_reason integer not null,
  reason text not null, masked_pan text not null, created_at text not null
);
create table if not exists movement (
  id text primary key, authorization_id text not null, kind text not null, amount integer not null, comment text, success integer not null,
  gateway_status integer not null, message text not null, answer text not null default 'sent', created_at text not null
);
create index if not exists movement_authorization on movement (authorization_id);
create table if not exists saved_card (
  id text primary key, merchant integer not null, payment_id text, card_tail text not null, masked_pan text not null, card_expiry text not null,
  currency text not null, order_number text not null, test_mode integer not null, recurring text, created_at text not null, deleted_at text
);
create table if not exists callback (
  id integer primary key, payment_id text not null, kind text not null, url text not null, body text not null, due_at integer not null,
  tries integer not null default 0, state text not null default 'pending', after_callback integer, created_at text not null
);
create table if not exists callback_try (
  id integer primary key, callback_id integer not null, at text not null, milliseconds integer not null, status integer, error text
);
`

export interface Merchant {
  number: number
  key_tail: string
}

export interface Link {
  payment_id: string
  merchant: number
  amount: number
  currency: string
  order_number: string
  accept_url: string
  decline_url: string | null
  callback_url: string | null
  language: string | null
  save_card: number
  recurring: string | null
  test_mode: number
  created_at: string
  expires_at: string
}

export interface Authorization {
  number: number
  id: string
  payment_id: string | null
  merchant: number
  amount: number
  asked_amount: number
  currency: string
  order_number: string
  card_tail: string
  masked_pan: string
  card_expiry: string
  saved_card_id: string | null
  test_mode: number
  created_at: string
  captured_at: string | null
  credited_at: string | null
  voided_at: string | null
  capture_attempts: number
}

export interface Decline {
  payment_id: string
  order_number: string
  gateway_reason: number
  reason: string
  masked_pan: string
  created_at: string
}

export interface Movement {
  id: string
  authorization_id: string
  kind: 'capture' | 'credit' | 'void'
  amount: number
  comment: string | null
  success: number
  gateway_status: number
  message: string
  answer: string
  created_at: string
}

export interface SavedCard {
  id: string
  merchant: number
  payment_id: string | null
  card_tail: string
  masked_pan: string
  card_expiry: string
  currency: string
  order_number: string
  test_mode: number
  recurring: string | null
  created_at: string
  deleted_at: string | null
}

export interface Callback {
  id: number
  payment_id: string
  kind: string
  url: string
  body: string
  due_at: number
  tries: number
  state: 'pending' | 'delivered' | 'failed'
  after_callback: number | null
  created_at: string
}

/** "None", for either identifier. */
export const zeroGuid = '00000000-0000-0000-0000-000000000000'

/** A time in the gateway's format: ISO in UTC, without an offset. */
export const timestamp = (date = new Date()) => date.toISOString().slice(0, -1)
