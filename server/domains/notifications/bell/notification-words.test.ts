import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#contract/values.ts'
import * as m from '#words/messages.js'

type Words = Record<string, string>
type Message = (values: Words, options: { locale: 'da' | 'en' }) => string

const CLUB = 'Roklubben Skjold'
const THING = 'Standerhejsning'

/** Every kind by its title: its messages, and what names the thing; null: the word for a membership is enough, several people may have one. */
const kinds: Record<string, { messages: string[]; thing: string | null; clubless?: true }> = {
  answers_due: { messages: ['answers_due'], thing: 'event' },
  bought_for: { messages: ['bought_for'], thing: 'titles' },
  brought_back: { messages: ['brought_back'], thing: 'name' },
  contact: { messages: [], thing: 'subject' },
  contact_reply: { messages: [], thing: 'subject' },
  event_cancelled: { messages: ['event_cancelled'], thing: 'event' },
  family_approved: { messages: ['family_approved'], thing: 'name', clubless: true },
  family_ended: { messages: ['family_ended'], thing: 'name', clubless: true },
  family_link_request: { messages: ['family_link_request'], thing: 'name', clubless: true },
  family_rejected: { messages: ['family_rejected'], thing: 'email', clubless: true },
  family_unanswered: { messages: ['family_unanswered'], thing: 'email', clubless: true },
  refunded_credit: { messages: ['refunded', 'refunded_order'], thing: 'cause' },
  refunded_by_hand: { messages: ['refunded', 'refunded_order'], thing: 'cause' },
  refunded_void: { messages: ['refunded', 'refunded_order'], thing: 'cause' },
  merge_asked: { messages: ['merge_asked_text'], thing: 'name' },
  merge_declined: { messages: ['merge_declined_text'], thing: 'name', clubless: true },
  merged: { messages: ['merged_text'], thing: 'name' },
  membership_grace: { messages: ['membership_grace'], thing: null },
  membership_registered: { messages: ['membership_registered'], thing: 'what' },
  membership_renew: { messages: ['membership_renew'], thing: null },
  offered: { messages: ['offered'], thing: 'membership' },
  order_ready: { messages: ['order_ready', 'order_ready_free'], thing: 'what' },
  invoice: { messages: ['invoice'], thing: 'number' },
  order_released: { messages: ['order_released_bought', 'order_released_link'], thing: 'number' },
  payment_received: { messages: ['payment_received'], thing: 'what' },
  registered: { messages: ['registered', 'registered_message_many', 'registered_by'], thing: 'event' },
  renewal_announced: { messages: ['renewal_announced'], thing: null },
  renewal_card: { messages: ['renewal_card', 'renewal_card_due'], thing: null },
  renewal_ended: { messages: ['renewal_ended'], thing: null },
  renewal_expired: { messages: ['renewal_expired', 'renewal_expired_over'], thing: null },
  renewal_failed: { messages: ['renewal_failed'], thing: null },
  renewal_given_up: { messages: ['renewal_given_up', 'renewal_withdrawn'], thing: null },
  renewal_outgrown: { messages: ['renewal_outgrown'], thing: null },
  renewal_superseded: { messages: ['renewal_superseded'], thing: 'names' },
  renewal_raised: { messages: ['renewal_raised'], thing: null },
  season_extended: { messages: ['season_extended'], thing: 'name' },
  suggested: { messages: ['suggested'], thing: 'name' },
  trial_ended: { messages: ['trial_ended'], thing: null },
  trial_ends: { messages: ['trial_ends'], thing: null },
  waiting_closed: { messages: ['waiting_closed'], thing: 'event' },
  waiting_offer: { messages: ['waiting_offer', 'waiting_offer_free'], thing: 'event' },
  waiting_ran_out: { messages: ['waiting_ran_out'], thing: 'event' },
  waiting_removed: { messages: ['waiting_removed'], thing: 'event' },
  ticket_cancelled: { messages: ['ticket_cancelled_by', 'ticket_cancelled_club'], thing: 'event' },
}

const all = m as unknown as Record<string, Message | undefined>
const messageOf = (name: string) => all[`notification_${name}_message`] ?? all[`notification_${name}`]!

test('every kind of notification is in the table', () => {
  const keys = Object.keys(JSON.parse(readFileSync('messages/en.json', 'utf8')) as object)
  const titles = keys.flatMap((key) => /^notification_(.*)_title$/.exec(key)?.[1] ?? [])
  expect(titles.toSorted()).toEqual(Object.keys(kinds).toSorted())
})

test.each(languages.flatMap((locale) => Object.keys(kinds).map((kind) => [locale, kind] as const)))(
  'in %s, %s names the club and the thing',
  (locale, kind) => {
    const { messages, thing, clubless } = kinds[kind]!
    const values = new Proxy<Words>({}, { get: (_, name) => (name === 'club' ? CLUB : name === thing ? THING : '…') })
    const title = all[`notification_${kind}_title`]!(values, { locale })
    for (const text of messages.length > 0 ? messages.map((name) => messageOf(name)(values, { locale })) : ['']) {
      const said = `${title} ${text}`
      // The handler of registrations adds the place and the club.
      if (!clubless && kind !== 'registered') expect(said).toContain(CLUB)
      if (thing) expect(said).toContain(THING)
      else expect(said.toLowerCase()).toContain(locale === 'da' ? 'medlemskab' : 'membership')
    }
  },
)
