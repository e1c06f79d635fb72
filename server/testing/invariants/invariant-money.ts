import type { Ledger } from '../../../simulators/card-gateway/ledger.ts'
import { claim } from './invariant-claim.ts'
import type { Facts } from './invariant-facts.ts'

const sum = (amounts: readonly { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)

/** The gateway's own record of each authorisation. */
function movements(ledger: Ledger) {
  const of = (list: Ledger['captures'], id: string) =>
    list.filter((one) => one.isSuccess && one.authorizationIdentifier === id)
  return ledger.authorizations.map(({ authorizationIdentifier: id, paymentIdentifier, testMode, voidedAt }) => {
    const captures = of(ledger.captures, id)
    const credited = sum(of(ledger.credits, id))
    return { id, window: paymentIdentifier, test: testMode, voided: voidedAt !== null, captures, credited }
  })
}

/** Of a window, or of a saved card that was charged with it. */
const paymentOf = (payments: Facts['payments'], id: string, window: string | null) =>
  payments.find((one) => (window === null ? one.authorization === id : one.window === window))

/** I1: money is taken once, as much as was asked. */
export function takenOnce({ payments }: Facts, ledger: Ledger): string[] {
  const takenFor = new Map<string, string[]>()
  const each = movements(ledger).flatMap(({ id, window, captures, credited }) => {
    const payment = paymentOf(payments, id, window)
    if (captures.length > 0 && payment && sum(captures) > credited)
      takenFor.set(payment.order, [...(takenFor.get(payment.order) ?? []), id])
    return [
      ...claim(captures.length <= 1, `I1: authorisation ${id} is captured ${captures.length} times`),
      ...claim(
        !payment || sum(captures) === credited || captures.every(({ amount }) => amount === payment.amount),
        `I1: authorisation ${id} is captured with ${captures.map(({ amount }) => amount).join(' + ')} instead of ${payment?.amount}`,
      ),
    ]
  })
  const twice = [...takenFor].flatMap(([order, ids]) =>
    claim(ids.length === 1, `I1: order ${order} is paid ${ids.length} times, by ${ids.join(' and ')}`),
  )
  return [...each, ...twice]
}

/** I4: our books are the gateway's. */
export function sameBooks({ payments, refunds }: Facts, ledger: Ledger, unfinished: boolean): string[] {
  const theirs = movements(ledger)
  const done = refunds.filter(({ status }) => status === 'done')
  /** Our refunds of an authorisation by credit; none for a test. */
  const credits = (id: string) =>
    sum(done.filter((one) => one.authorization === id && one.method === 'credit' && !one.test))
  /** The gateway may have credited already what an office's refund does not say yet. */
  const onItsWay = (id: string) =>
    sum(refunds.filter((one) => unfinished && one.office && one.payment === id && one.status !== 'done'))
  return [
    ...theirs.flatMap(({ id, window, voided, captures, credited }) => {
      const ours = payments.find((one) => one.authorization === id)
      const keeps = sum(captures) - credited
      return [
        ...claim(
          // A charge whose answer was lost is nobody's as long as nothing is taken: it lapses.
          paymentOf(payments, id, window) !== undefined || (window === null && captures.length === 0),
          `I4: authorisation ${id} is of a window that we do not know`,
        ),
        ...claim(
          keeps === 0 || ours?.status === 'captured' || (unfinished && ours !== undefined),
          `I4: the gateway keeps ${keeps} of authorisation ${id}, which we think is ${ours?.status ?? 'not ours'}`,
        ),
        ...claim(
          credited === 0 || unfinished || credited === credits(id),
          `I4: the gateway credited ${credited} of authorisation ${id}, and we think ${credits(id)}`,
        ),
        ...claim(
          !voided || ours?.status !== 'captured',
          `I4: we think that the voided authorisation ${id} is captured`,
        ),
      ]
    }),
    // Money that the club took itself is in no book of the gateway's.
    ...payments.flatMap(({ id, status, amount, test, authorization, manual }) => {
      if (manual)
        return claim(
          status === 'captured' && authorization === null,
          `I4: payment ${id} by hand is ${status} at the gateway`,
        )
      const there = theirs.find((one) => one.id === authorization)
      const keeps = there ? sum(there.captures) - there.credited : 0
      const given = sum(done.filter((one) => one.office && one.payment === id))
      const should = test ? 0 : amount - given
      return [
        ...claim(
          status !== 'captured' || (keeps <= should && keeps >= should - onItsWay(id)),
          `I4: payment ${id} is captured with ${amount} and ${given} of it refunded, and the gateway keeps ${keeps}`,
        ),
        ...claim(
          status !== 'voided' || !there || there.voided || (sum(there.captures) > 0 && keeps === 0),
          `I4: payment ${id} is voided, and the gateway still holds its authorisation`,
        ),
      ]
    }),
    ...done.flatMap(({ id, authorization, method, test, creditNotes, manual }) => {
      const there = theirs.find((one) => one.id === authorization)
      const credited = there?.credited ?? 0
      const given = manual || (method === 'void' ? !there || there.voided : test || credited >= credits(authorization))
      return [
        ...claim(given, `I4: refund ${id} is done by ${method}, and the gateway did not return it`),
        ...claim(
          creditNotes === (method === 'credit' ? 1 : 0),
          `I4: refund ${id} by ${method} has ${creditNotes} credit notes`,
        ),
      ]
    }),
  ]
}

/** I4 within our own books: the lines of an order add up to it, and their refunded amounts to the refunds. */
export function linesAddUp({ orders, refunds }: Facts): string[] {
  return [
    ...orders.flatMap(({ id, total, lineSum, refundedSum }) => {
      const given = sum(refunds.filter((one) => one.order === id && one.office && one.status === 'done'))
      return [
        ...claim(lineSum === total, `I4: order ${id} of ${total} has lines of ${lineSum}`),
        ...claim(refundedSum === given, `I4: lines of order ${id} say ${refundedSum} was refunded, refunds ${given}`),
      ]
    }),
    ...refunds.flatMap(({ id, office, amount, lines, lineSum }) =>
      claim(
        office ? lines > 0 && lineSum === amount : lines === 0,
        `I4: refund ${id} of ${amount} has ${lines} lines of ${lineSum}`,
      ),
    ),
  ]
}

/** I7, once the office has looked: no authorisation is left that nobody knows of. */
export const nothingLeft = (ledger: Ledger): string[] =>
  movements(ledger)
    .filter(({ test, voided, captures }) => !test && !voided && captures.length === 0)
    .map(({ id }) => `I7: authorisation ${id} is neither taken nor let go of`)
