/** The fields of a history's entry that tell what was paid or refunded: left out for whoever may not see the club's money. */
export const moneyFields = ['amount', 'toCards', 'byHand'] as const

/** Prices, which buyers see, too. */
const priceFields = ['price', 'memberPrice', 'surcharge']

/** Of `Adult.phases.price` the last part counts. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

export const isMoneyField = (path: string): boolean => (moneyFields as readonly string[]).includes(nameOf(path))

/** Whether a field is written as a sum. */
export const isSumField = (path: string): boolean => isMoneyField(path) || priceFields.includes(nameOf(path))
