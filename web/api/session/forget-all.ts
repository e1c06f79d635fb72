const forgetful = new Set<() => void>()

/** What knows something of the person forgets it with them. The session's code comes before all of that, and cannot call it. */
export const onForget = (forget: () => void) => void forgetful.add(forget)

export function forgetAll(): void {
  for (const forget of forgetful) forget()
}
