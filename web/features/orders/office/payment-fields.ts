import { paymentFilterFields } from '#contract/orders/office.ts'
import { choiceWords, type Fields } from '#web/ui/data-list/filter-sentence.ts'
import { inSentence } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { orderStates } from '../words.ts'

/** The fields of a club's payments in words. */
export function paymentFields(): Fields {
  const { paid, status, kind, amount, refunded, buyer, email, mode, method } = paymentFilterFields
  return {
    paid: { ...paid, label: m.payments_file_paid() },
    status: { ...status, label: m.payments_status(), ...choices(statusWords) },
    kind: { ...kind, label: m.payments_kind(), ...choices(kindWords) },
    amount: { ...amount, label: m.payments_file_amount() },
    refunded: { ...refunded, label: m.payments_file_refunded() },
    buyer: { ...buyer, label: m.payments_file_buyer() },
    email: { ...email, label: m.payments_email() },
    method: { ...method, label: m.registrations_method(), ...choices(methodWords) },
    mode: { ...mode, label: m.payments_mode(), ...choices(modeWords) },
  }
}

const statusWords = {
  paid: () => inSentence(orderStates.paid.label()),
  partly_refunded: () => inSentence(orderStates.partly_refunded.label()),
  refunded: () => inSentence(orderStates.refunded.label()),
}
const kindWords = { membership: m.payments_of_membership, event: m.payments_of_event }
const methodWords = {
  card: m.export_by_card,
  cash: m.registrations_by_cash,
  bank_transfer: m.registrations_by_bank_transfer,
  mobilepay: m.registrations_by_mobilepay,
  free: m.registrations_by_free,
}
const modeWords = { live: m.payments_live, test: m.payments_test }

function choices(words: Readonly<Record<string, () => string>>): Pick<Fields[string], 'options' | 'says'> {
  const options = Object.entries(words).map(([value, label]) => ({ value, label: label() }))
  return { options, says: (condition) => choiceWords(condition, { options }) }
}
