import { paymentFilterFields } from '#contract/orders/office.ts'
import { choiceField, type Fields } from '#web/ui/data-list/filter-sentence.ts'
import { inSentence } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { orderStates } from '../words.ts'

/** The fields of a club's payments in words. */
export function paymentFields(): Fields {
  const { paid, amount, refunded, buyer, email } = paymentFilterFields
  return {
    paid: { ...paid, label: m.payments_file_paid() },
    status: choiceField(m.payments_status(), statusWords),
    kind: choiceField(m.payments_kind(), kindWords),
    amount: { ...amount, label: m.payments_file_amount() },
    refunded: { ...refunded, label: m.payments_file_refunded() },
    buyer: { ...buyer, label: m.payments_file_buyer() },
    email: { ...email, label: m.payments_email() },
    method: choiceField(m.registrations_method(), methodWords),
    mode: choiceField(m.payments_mode(), modeWords),
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
