import { MOST_IN_SUBJECT } from '#contract/conversation-parts.ts'

/** A subject from an address, such as the whole title of an event, as long as one may be. */
export function presetSubject(given: string | undefined): string | undefined {
  if (given === undefined || given.length <= MOST_IN_SUBJECT) return given
  // Half of a sign outside the basic plane is none.
  return `${given
    .slice(0, MOST_IN_SUBJECT - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
