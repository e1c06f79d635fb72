/** A choice of an own field with its new text, as `[old, new]`. */
export type RenamedChoice = readonly [string, string]

/**
 * Which choices have another text now: as many new ones stand where as many old ones stood, between choices that stay. In another order
 * a renamed choice looks like a new one.
 */
export function renamedChoices(before: readonly string[], after: readonly string[]): RenamedChoice[] {
  const stays = before.filter((one) => after.includes(one))
  const [old, now] = [between(before, stays), between(after, stays)]
  return old && now ? old.flatMap((gone, at) => (gone.length === now[at]!.length ? pairs(gone, now[at]!) : [])) : []
}

const pairs = (gone: readonly string[], added: readonly string[]) =>
  gone.map((one, at): RenamedChoice => [one, added[at]!])

/** The choices before, between and after those that stay; null where these are in another order. */
function between(choices: readonly string[], stays: readonly string[]): string[][] | null {
  const parts: string[][] = [[]]
  for (const one of choices) {
    if (!stays.includes(one)) parts.at(-1)!.push(one)
    else if (one === stays[parts.length - 1]) parts.push([])
    else return null
  }
  return parts
}
