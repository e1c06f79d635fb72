import type { UnresolvedPayment } from '#contract/payments.ts'
import type { Db } from '#server/database/db.ts'
import { administeredOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectUnresolved } from './unresolved-queries.ts'

const PAGE = 100

interface Which {
  readonly orgId: string
  readonly after?: string | undefined
  readonly declined?: 'true' | 'false' | undefined
}

type Unresolved = Awaited<ReturnType<typeof selectUnresolved>>[number]

/** What a club's office has to look into at the gateway's own portal; for its admins. */
export async function listUnresolved(
  db: Db,
  actor: MemberActor,
  { orgId, after, declined }: Which,
): Promise<{ payments: UnresolvedPayment[]; next: string | null }> {
  await administeredOrganisation(db, actor, orgId)
  const windows = declined === 'true' ? (['linked', 'declined'] as const) : (['linked'] as const)
  const rows = await selectUnresolved(db, { orgId, after: after ?? null, windows }, PAGE + 1)
  const page = rows.slice(0, PAGE)
  return {
    payments: page.map(present),
    next: rows.length > PAGE ? page.at(-1)!.payment.id : null,
  }
}

function present({ payment, order, refund }: Unresolved): UnresolvedPayment {
  const kind = refund
    ? refund.status === 'done'
      ? 'differs'
      : 'not_given_back'
    : payment.status === 'linked' || payment.status === 'declined'
      ? 'window_left'
      : payment.status === 'authorising'
        ? 'charge_unanswered'
        : 'not_settled'
  const problem = refund?.status === 'failed' ? (refund.creditCalledAt ? 'unclear' : 'refused') : null
  return {
    paymentId: payment.id,
    orderId: order.id,
    orderNumber: order.number,
    buyer: { name: order.billing.name, email: order.billing.email },
    amount: refund
      ? { minor: refund.amount, currency: refund.currency }
      : { minor: payment.amount, currency: payment.currency },
    asked: { minor: payment.amount, currency: payment.currency },
    differs: refund?.differs ?? null,
    testMode: order.testMode,
    kind,
    since: (refund?.createdAt ?? payment.updatedAt).toISOString(),
    orderStatus: order.status,
    authorizationIdentifier: refund?.authorizationIdentifier ?? payment.authorizationIdentifier,
    refund: refund && { id: refund.id, cause: refund.cause, status: refund.status, problem },
    can: {
      resume: !refund,
      close: kind === 'differs' || payment.status === 'linked' || payment.status === 'authorising',
      retryRefund: problem === 'refused',
      confirmRefund: problem !== null && refund?.method === 'credit',
    },
  }
}
