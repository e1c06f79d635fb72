import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { formatDay } from '#server/documents/format.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import type { ChargeRow } from './charge-queries.ts'

/**
 * Notifies the payer of a failed attempt, once each.
 * @param over the charge is given up: no other attempt follows
 * @param expired the card has run out
 */
export async function notifyChargeFailed(
  tx: Tx,
  { id, payerId, orgId, endDate, tries }: ChargeRow,
  { over, expired }: { over: boolean; expired: boolean },
): Promise<void> {
  const { name: club } = await selectOrganisation(tx, orgId)
  const title = over
    ? m.notification_renewal_given_up_title
    : expired
      ? m.notification_renewal_expired_title
      : m.notification_renewal_failed_title
  const message = over
    ? expired
      ? m.notification_renewal_expired_over
      : m.notification_renewal_given_up_message
    : expired
      ? m.notification_renewal_expired_message
      : m.notification_renewal_failed_message
  await notify(tx, {
    receiverId: payerId,
    type: 'MEMBERSHIP_RENEW',
    texts: (locale) => ({
      title: title({ club }, { locale }),
      message: message({ day: formatDay(endDate, locale) }, { locale }),
    }),
    // Until it is given up, it is paid with another card, and bought nowhere else.
    data: { orgId, endDate, chargeId: id, ...(!over && { automatic: true }) },
    people: await selectPeople(tx, id),
    onceKey: `renewal-failed:${id}:${over ? 'over' : tries}`,
    mail: { template: 'renewal-failed', orgId, data: { chargeId: id, tries, expired } },
  })
}

/** Notifies a payer who cancelled the order of a renewal that nothing is renewed, once. @param people whom it would have renewed */
export async function notifyRenewalWithdrawn(
  tx: Tx,
  { id, payerId, orgId, endDate }: ChargeRow,
  people: readonly string[],
): Promise<void> {
  const { name: club } = await selectOrganisation(tx, orgId)
  await notify(tx, {
    receiverId: payerId,
    type: 'MEMBERSHIP_RENEW',
    texts: (locale) => ({
      title: m.notification_renewal_given_up_title({ club }, { locale }),
      message: m.notification_renewal_withdrawn_message({ day: formatDay(endDate, locale) }, { locale }),
    }),
    data: { orgId, endDate, chargeId: id },
    people,
    onceKey: `renewal-withdrawn:${id}`,
  })
}

/** Whom a charge is for. */
async function selectPeople(tx: Tx, chargeId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select member_id as id from renewals where charge_id = ${chargeId} and withdrawn_at is null`,
  )
  return rows.map(({ id }) => id)
}
