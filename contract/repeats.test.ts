import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** Calls that make something and take no token, by the reason why one that is sent again after its answer was lost does no harm. */
const harmless = {
  'what it makes is there already and is answered, or refused by its name': [
    'clubTexts.write',
    'eventSeries.create',
    'family.addParticipant',
    'family.invite',
    'members.create',
    'officeConversations.addTemplate',
    'officeMemberships.copy',
    'officeMemberships.create',
    'personNotes.add',
    'personProfile.suggest',
    'questionTemplates.save',
    'register.addField',
    'register.addView',
    'teams.add',
    'teams.addPeople',
    'waiting.join',
  ],
  'it was done, or is under way': [
    'bulk.grant',
    'bulk.leave',
    'byHand.record',
    'byHand.refunded',
    'byHand.remind',
    'clubStart.ask',
    'eventCancel.ask',
    'imports.invite',
    'imports.splitRow',
    'messages.orderPaidMail',
    'messages.orderPaidWhatsapp',
    'notifications.whatsapp',
    'officeRegistrations.paidBack',
    'officeRegistrations.refund',
    'officeWaiting.offer',
    'orders.refund',
    'payments.close',
    'payments.confirmRefund',
    'payments.retryRefund',
    'personDuplicates.ask',
    'personDuplicates.merge',
  ],
  'the last one counts': ['acting.impersonate', 'officeAccess.invite', 'operator.invite'],
  'a second one costs nobody anything': [
    'clubMessages.retry',
    'conversations.attach',
    'exports.couponCodes',
    'exports.history',
    'exports.members',
    'exports.ofPerson',
    'exports.owes',
    'exports.payments',
    'exports.person',
    'exports.registrations',
    'imports.upload',
    'visitors.attach',
  ],
  'the specification has no token: to be written once, a message names its thread': ['notifications.create'],
}

const makes =
  /^(A new|Adds|Asks|Begins|Copies|Creates|Enters|Exports|Gives at|Invites|Joins|Makes (a (calendar|team)|two)|Marks at|Marks people as left|Notifies|Offers|Records|Refunds|Registers|Reminds|Repeats|Requests|Saves a (filter|question)|Sends|Starts impersonating|Suggests|Ticks off|Uploads|Writes)\b/

const takesToken = ({ body }: Endpoint): boolean =>
  'token' in ((body as { readonly def?: { readonly shape?: object } } | undefined)?.def?.shape ?? {})

test('what a call makes is made once, also where its answer was lost and it is sent again', () => {
  const repeatable = Object.entries(api).flatMap(([name, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, call]) => call.method === 'POST' && makes.test(call.summary) && !takesToken(call))
      .map(([call]) => `${name}.${call}`),
  )
  expect(repeatable.toSorted()).toEqual(Object.values(harmless).flat().toSorted())
})
