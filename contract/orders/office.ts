import * as z from 'zod/mini'
import { filterText } from '../filters.ts'
import { lineKinds, takenBy } from './answers.ts'
import { singleLine } from '../values.ts'

/** The fields by which a club's paid orders are filtered. Days are those of Copenhagen. */
export const paymentFilterFields = {
  paid: { kind: 'date' },
  status: { kind: 'choice', choices: ['paid', 'partly_refunded', 'refunded'] },
  kind: { kind: 'choice', choices: lineKinds },
  amount: { kind: 'money' },
  refunded: { kind: 'money' },
  buyer: { kind: 'text' },
  email: { kind: 'text' },
  mode: { kind: 'choice', choices: ['live', 'test'] },
  method: { kind: 'choice', choices: ['card', ...takenBy, 'free'] },
} as const

/** A leading `-` turns the order round. */
export const PaymentSort = z.enum(['-paid', 'paid', 'amount', '-amount', 'buyer', '-buyer'])
export type PaymentSort = z.infer<typeof PaymentSort>

/** Which of a club's paid orders, and in which order; the newest first when left out. */
export const paymentListQuery = {
  /** Words of an order or receipt number, of its people's names, of the buyer's address or of what was bought; or its total. */
  search: z.optional(singleLine(100)),
  filter: z.optional(filterText(paymentFilterFields)),
  sort: z.optional(PaymentSort),
}
