// What a basket needs beyond one membership for oneself, in one piece.
export { BillingSummary } from '#web/features/orders/checkout/billing-summary.tsx'
export { PartLines } from './part-lines.tsx'
export { PeopleFields } from './people-fields.tsx'
export { PriceExplanation } from './part-lines.tsx'
export { RenewField } from '#web/features/orders/checkout/renew-field.tsx'
export { SeveralRows } from './several-rows.tsx'
export { TestClub } from '#web/features/orders/test-club.tsx'
