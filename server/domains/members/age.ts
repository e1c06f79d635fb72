/** Whole years on a day; both `YYYY-MM-DD`. Whoever was born on 29 February grows older on 1 March in other years. */
export function ageOn(day: string, dateOfBirth: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}
