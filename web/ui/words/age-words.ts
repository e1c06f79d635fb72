import { m } from '#words/messages.js'

interface Ages {
  readonly minAge?: number | null
  readonly maxAge?: number | null
}

/** For whom by age: "for ages 18 to 25"; empty where it is for everybody. */
export function agesWords({ minAge = null, maxAge = null }: Ages): string {
  if (minAge !== null && maxAge !== null) return m.membership_ages_between({ min: minAge, max: maxAge })
  if (minAge !== null) return m.membership_ages_from({ min: minAge })
  return maxAge === null ? '' : m.membership_ages_until({ max: maxAge })
}
