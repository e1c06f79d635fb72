import * as scenarios from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/** One guard removed. The scenario must find that this invariant is broken. */
export interface Mutation {
  readonly name: string
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7'
  /** Replacements in the source; each text is in its file exactly once. */
  readonly replace: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  /** Statements for the migrated database. */
  readonly sql?: string
  readonly scenario: Scenario
}

export const mutations: readonly Mutation[] = [
  {
    name: 'a second payment of an order is not turned away',
    invariant: 'I1',
    replace: [
      {
        file: 'server/domains/orders/settlement/settle-payment.ts',
        from: `return paid || other ? 'paid_otherwise' : null`,
        to: 'return null',
      },
    ],
    sql: 'drop index payments_one_capture',
    scenario: scenarios.twoWindows,
  },
  {
    name: 'the hold is not made firm before the money is taken',
    invariant: 'I2',
    replace: [
      {
        file: 'server/domains/orders/settlement/settle-payment.ts',
        from: '  await makeHoldPermanent(tx, orderId)\n',
        to: '',
      },
      {
        file: 'server/domains/memberships/sale/membership-line-handler.ts',
        from: 'if (active.length !== terms.length) throw',
        to: 'if (active.length > terms.length) throw',
      },
    ],
    scenario: scenarios.capturedAfterTheHold,
  },
  {
    name: 'memberships are not locked',
    invariant: 'I3',
    replace: [
      {
        file: 'server/domains/memberships/queries.ts',
        from: `    .for('update')\n    .prepare(whenOne('memberships.lock', memberIds))`,
        to: `    .prepare(whenOne('memberships.unlocked', memberIds))`,
      },
    ],
    sql: 'drop index membership_terms_live',
    scenario: scenarios.manyTabs,
  },
  {
    name: 'events are not locked',
    invariant: 'I3',
    replace: [
      {
        file: 'server/domains/events/registration/entry-queries.ts',
        from: `    .orderBy(asc(events.id))\n    .for('no key update')`,
        to: `    .orderBy(asc(events.id))`,
      },
    ],
    scenario: scenarios.lastPlace,
  },
  {
    name: 'tickets are not counted as sold',
    invariant: 'I2',
    replace: [
      {
        file: 'server/domains/events/event-line-handler.ts',
        from: '  await countSold(tx, paid, 1)\n',
        to: '',
      },
    ],
    scenario: scenarios.oneTicket,
  },
  {
    name: 'seasons may share days',
    invariant: 'I3',
    replace: [
      {
        file: 'server/domains/memberships/sale/overlap.ts',
        from: 'one.startDate <= other.endDate && other.startDate <= one.endDate',
        to: 'false',
      },
    ],
    scenario: scenarios.overlappingSeasons,
  },
  {
    name: 'money that must not be kept is not refunded',
    invariant: 'I4',
    replace: [
      {
        file: 'server/domains/orders/settlement/refund-payment.ts',
        from: 'await services.gateway.cancel(key, authorizationIdentifier)',
        to: '',
      },
    ],
    scenario: scenarios.otherAmount,
  },
  {
    name: 'a credit that was asked for is asked for again',
    invariant: 'I4',
    replace: [
      {
        file: 'server/domains/orders/settlement/refund-payment.ts',
        from: 'if (creditCalledAt) {',
        to: 'if (Number(creditCalledAt) < 0) {',
      },
      {
        file: 'server/domains/orders/settlement/refund-payment.ts',
        from: 'due.amount - Math.max(0, (listed ?? 0) - due.before)',
        to: 'due.amount',
      },
      {
        file: 'server/domains/payments/refund-queries.ts',
        from: '        isNull(refunds.creditCalledAt),\n',
        to: '',
      },
    ],
    scenario: scenarios.creditWithoutAnswer,
  },
  {
    name: 'a mail has no name of its own',
    invariant: 'I5',
    replace: [{ file: 'server/domains/notifications/mail/mailer.ts', from: 'messageId: `<${id}@${domain}>`,', to: '' }],
    scenario: scenarios.mailWithoutAnswer,
  },
  {
    name: 'the answer does not wait for the commit',
    invariant: 'I6',
    replace: [
      {
        file: 'server/database/db.ts',
        from: `await client.query('commit')`,
        to: `client.query('commit').catch(() => {})`,
      },
    ],
    scenario: scenarios.cutAtCommit,
  },
  {
    name: 'a callback is answered before it is noted',
    invariant: 'I6',
    replace: [
      {
        file: 'server/domains/orders/settlement/settle-soon.ts',
        from: 'if (opened) await enqueueSettlement(tx, orderId, authorizationIdentifier)',
        to: '',
      },
    ],
    scenario: scenarios.callbackWhileTheGatewayFails,
  },
  {
    name: 'reconciliation does nothing',
    invariant: 'I7',
    replace: [
      {
        file: 'server/domains/orders/jobs.ts',
        from: 'const unfinished = await reconcilePayments(services.db)',
        to: 'const unfinished = 0',
      },
    ],
    scenario: scenarios.diedBeforeTheLink,
  },
]
