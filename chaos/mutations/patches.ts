import { randomUUID } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { takeLocksOff } from '#server/testing/without-locks.ts'

type Work = (...given: unknown[]) => unknown

interface Patch {
  /** Replacements of exported functions: file of `server/domains/`, name, and the new one made from the original. */
  readonly functions?: Readonly<Record<string, Readonly<Record<string, (original: Work) => Work>>>>
  /** Runs before the program. */
  readonly before?: () => void
}

const nothing = (): Work => async () => undefined
/** A maker of objects, some of whose methods are replaced. */
const making = (replaced: Readonly<Record<string, (original: Work) => Work>>) => (make: Work) => {
  return (...given: unknown[]) => {
    const made = make(...given) as Record<string, Work>
    const methods = Object.entries(replaced).map(([name, replace]) => [name, replace(made[name]!)])
    return { ...made, ...Object.fromEntries(methods) }
  }
}

/** A rule that answers something else than this. */
const insteadOf =
  (answer: unknown, other: unknown) =>
  (original: Work): Work =>
  (...given) => {
    const answered = original(...given)
    return answered === answer ? other : answered
  }

/** How each guard is removed from a process. */
export const patches = {
  'a second payment of an order is not turned away': {
    functions: { 'orders/settlement/authorization-fault.ts': { paymentFault: insteadOf('paid_otherwise', null) } },
  },
  'the hold is not made firm before the money is taken': {
    functions: {
      'orders/queries.ts': { makeHoldPermanent: nothing },
      // Nobody notices that the terms did not change.
      'memberships/terms/term-state.ts': {
        transitionTerms:
          (original) =>
          async (...given) => (await original(...given), given[1]),
      },
    },
  },
  'memberships are not locked': { before: () => void takeLocksOff('from "memberships"') },
  'events are not locked': { before: () => void takeLocksOff('from "events"') },
  'tickets are not counted as sold': {
    functions: {
      'events/registration/entry-queries.ts': {
        countSold:
          (original) =>
          (...given) =>
            given[2] === 1 ? Promise.resolve([]) : original(...given),
      },
    },
  },
  'seasons may share days': {
    functions: { 'memberships/sale/overlap.ts': { conflicts: () => () => false } },
  },
  'money that must not be kept is not refunded': {
    functions: { 'payments/gateway.ts': { freepayGateway: making({ cancel: nothing }) } },
  },
  'a credit that was asked for is asked for again': {
    functions: {
      'payments/refund-state.ts': {
        claimRefund:
          (original) =>
          async (...given) => {
            const claimed = (await original(...given)) as object | null
            return claimed && { ...claimed, creditCalledAt: null }
          },
        recordCreditCall:
          (original) =>
          async (...given) => (await original(...given), true),
      },
      'payments/gateway.ts': { freepayGateway: making({ readCredited: () => async () => null }) },
    },
  },
  'a mail has no name of its own': {
    functions: {
      'notifications/mail/mailer.ts': {
        createMailer: making({
          send:
            (original) =>
            (_, ...rest) =>
              original(randomUUID(), ...rest),
        }),
      },
    },
  },
  'the answer does not wait for the commit': {
    before() {
      const query = Reflect.get(pg.Client.prototype, 'query')
      pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
        const answer = Reflect.apply(query, this, given) as unknown
        if (given[0] !== 'commit') return answer
        void (answer as Promise<unknown>).catch(() => {})
        return Promise.resolve()
      } as typeof query
    },
  },
  'a callback is answered before it is noted': {
    functions: {
      'orders/settlement/settle-job.ts': {
        // Reconciliation hurries.
        enqueueSettlement:
          (original) =>
          (...given) =>
            (given[3] as { hurry?: true } | undefined)?.hurry ? original(...given) : Promise.resolve(),
      },
    },
  },
  'reconciliation does nothing': {
    functions: { 'orders/settlement/reconcile-payments.ts': { reconcilePayments: () => async () => 0 } },
  },
} satisfies Record<string, Patch>

export const domains = path.resolve(import.meta.dirname, '../../server/domains')

export const patchOf = (name: string): Patch => patches[name as keyof typeof patches]
