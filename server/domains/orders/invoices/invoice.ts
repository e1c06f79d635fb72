import { EXPIRES_AFTER_DAYS } from '#contract/orders/by-hand.ts'
import { addDays } from '#server/database/clock.ts'
import { momentOf } from '#server/database/local-time.ts'
import type { OrganisationRow } from '#server/domains/organisations/index.ts'
import type { OrderRow } from '../queries.ts'

/** The last day on which an invoice can be paid: a week after its last reminder. */
export const expiryDay = (dueOn: string): string => addDays(dueOn, EXPIRES_AFTER_DAYS)

/** Until when what an invoice holds is nobody else's: the end of its last day. */
export const holdEndOf = (dueOn: string): Date => momentOf(`${addDays(expiryDay(dueOn), 1)}T00:00`, 'Europe/Copenhagen')

/** Whether the club has written where an invoice is paid. */
export const hasAccount = ({ bankAccount, mobilePay }: Pick<OrganisationRow, 'bankAccount' | 'mobilePay'>): boolean =>
  bankAccount !== '' || mobilePay !== ''

/** Whether an order is an invoice that is not paid. */
export const isOpenInvoice = ({ dueOn, status }: Pick<OrderRow, 'dueOn' | 'status'>): boolean =>
  dueOn !== null && (status === 'open' || status === 'declined')
