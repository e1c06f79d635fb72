/** The fields of a history's entry that are amounts: left out for whoever may not see the club's money, and written as sums in its export. */
export const moneyFields = ['price', 'memberPrice', 'surcharge', 'amount', 'toCards', 'byHand'] as const

/** Whether a field is an amount; of `Adult.phases.price` the last part counts. */
export const isMoneyField = (path: string): boolean =>
  (moneyFields as readonly string[]).includes(path.slice(path.lastIndexOf('.') + 1))
