interface Offer {
  readonly offerStartDate: string
  readonly endDate: string
}

export type SaleState = 'on_sale' | 'not_yet' | 'ended'

/** A season is on sale from its first offer day to its last day, both included. */
export function saleStateOf({ offerStartDate, endDate }: Offer, today: string): SaleState {
  if (today < offerStartDate) return 'not_yet'
  return today > endDate ? 'ended' : 'on_sale'
}
