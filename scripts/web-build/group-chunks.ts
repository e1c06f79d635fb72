/** A chunk as the bundler would make it by itself: what the same parts of the app need. */
export interface Part {
  readonly name: string
  readonly size: number
  /** The parts without which it does not run. */
  readonly needs: readonly string[]
}

/** What a browser loads together, such as a page, with how much it matters. */
export interface Load {
  readonly parts: ReadonlySet<string>
  readonly weight: number
  /** When it is this large it is not made larger. */
  readonly most?: number
}

interface Group {
  readonly parts: string[]
  readonly size: number
  /** The loads that bring it, by their place. */
  readonly loads: Set<number>
  readonly needs: Set<Group>
}

/**
 * Puts parts together into files, as long as what is saved by fewer files is more than what is loaded in vain. Parts that are
 * always loaded together cost nothing; of others those come first that gain most.
 * @param perFile what one more file costs, in the measure of the parts' sizes
 * @returns the parts of each file
 */
export function groupParts(parts: readonly Part[], loads: readonly Load[], perFile: number): string[][] {
  let groups = alike(parts, loads)
  for (;;) {
    const ranked = pairs(groups)
      .map((pair) => ({ pair, gain: gainOf(pair, groups, loads, perFile) }))
      .filter(({ gain }) => gain > 0)
      .toSorted((a, b) => b.gain - a.gain)
    if (ranked.length === 0) return groups.map((group) => group.parts)
    // Several in one round: pairs that an earlier one has changed wait for the next.
    const done = new Set<Group>()
    for (const { pair } of ranked) {
      if (pair.some((group) => done.has(group)) || gainOf(pair, groups, loads, perFile) <= 0) continue
      pair.forEach((group) => done.add(group))
      groups = join(groups, pair)
    }
  }
}

/** Parts that the same loads bring, together. */
function alike(parts: readonly Part[], loads: readonly Load[]): Group[] {
  const byLoads = Map.groupBy(parts, ({ name }) =>
    loads.flatMap((load, at) => (load.parts.has(name) ? [at] : [])).join(),
  )
  const groups = [...byLoads].map(([key, same]): Group & { given: readonly Part[] } => ({
    parts: same.map(({ name }) => name),
    size: same.reduce((sum, { size }) => sum + size, 0),
    loads: new Set(key === '' ? [] : key.split(',').map(Number)),
    needs: new Set(),
    given: same,
  }))
  const groupOf = new Map(groups.flatMap((group) => group.parts.map((name) => [name, group])))
  for (const group of groups)
    for (const name of group.given.flatMap(({ needs }) => needs)) {
      const needed = groupOf.get(name)
      if (needed && needed !== group) group.needs.add(needed)
    }
  return groups
}

type Pair = readonly [Group, Group]

const pairs = (groups: readonly Group[]): Pair[] =>
  groups.flatMap((one, at) =>
    groups
      .slice(at + 1)
      .flatMap((other): Pair[] => ([...one.loads].some((load) => other.loads.has(load)) ? [[one, other]] : [])),
  )

function gainOf([one, other]: Pair, groups: readonly Group[], loads: readonly Load[], perFile: number): number {
  // What needs the one by way of a third would run before it.
  if (needsByThird(one, other) || needsByThird(other, one)) return 0
  let gain = 0
  for (const at of one.loads) if (other.loads.has(at)) gain += perFile * loads[at]!.weight
  const needed = union(reach(one), reach(other))
  for (const at of union(one.loads, other.loads)) {
    const inVain = [...needed].filter((group) => !group.loads.has(at))
    if (inVain.length === 0) continue
    const more = inVain.reduce((sum, { size }) => sum + size, 0)
    // Of the two nothing is left but one file; any other that is loaded in vain is one more.
    const files = inVain.filter((group) => group !== one && group !== other).length
    gain -= loads[at]!.weight * (more + files * perFile)
    if (gain <= 0) return 0
    if (more + sizeOf(at, groups) > (loads[at]!.most ?? Infinity)) return 0
  }
  return gain
}

const sizeOf = (load: number, groups: readonly Group[]) =>
  groups.reduce((sum, { loads, size }) => sum + (loads.has(load) ? size : 0), 0)

const union = <T>(some: Iterable<T>, others: Iterable<T>): Set<T> => new Set([...some, ...others])

const needsByThird = (one: Group, other: Group): boolean =>
  [...one.needs].some((third) => third !== other && reach(third).has(other))

/** A group and all that it needs. */
function reach(group: Group, found = new Set<Group>()): Set<Group> {
  if (!found.has(group)) {
    found.add(group)
    for (const needed of group.needs) reach(needed, found)
  }
  return found
}

/** Two groups as one; whoever loads it loads what it needs. */
function join(groups: readonly Group[], [one, other]: Pair): Group[] {
  const joined: Group = {
    parts: [...one.parts, ...other.parts],
    size: one.size + other.size,
    loads: union(one.loads, other.loads),
    needs: union(one.needs, other.needs),
  }
  for (const group of [...groups, joined])
    for (const gone of [one, other]) if (group.needs.delete(gone) && group !== joined) group.needs.add(joined)
  for (const needed of reach(joined)) for (const at of joined.loads) needed.loads.add(at)
  return [...groups.filter((group) => group !== one && group !== other), joined]
}
