/** What a season is named after (`membershipFor`): the earlier of the years in which it starts and ends. */
export const earlierYear = ({ startDate, endDate }: { startDate: string; endDate: string }): number =>
  Math.min(Number(startDate.slice(0, 4)), Number(endDate.slice(0, 4)))
