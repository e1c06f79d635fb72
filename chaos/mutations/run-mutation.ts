import path from 'node:path'
import { signInEverybody } from '../purchase/world.ts'
import type { Found } from '../rows/rows.ts'
import type { Infrastructure } from '../stack/infrastructure.ts'
import { startPortal } from '../stack/portal.ts'
import type { Mutation } from './mutations.ts'
import { domains, patchOf } from './patches.ts'

/** A race may need several attempts; everything else is found at once. */
const TRIES = 10

/**
 * Runs the scenario on a portal without the guard until the broken invariant is found. A mutation that is never found is
 * the failure.
 */
export async function runMutation(
  infrastructure: Infrastructure,
  { name, invariant, sql, scenario }: Mutation,
  number: number,
): Promise<Found> {
  const portal = await startPortal(infrastructure, {
    servers: 1,
    workers: 1,
    database: `mutant_${number}`,
    mutation: name,
  })
  try {
    if (sql) await portal.sql(sql)
    const people = await signInEverybody(portal)
    const seen = new Set<string>()
    for (let tries = 1; tries <= TRIES; tries++) {
      const broken = await scenario(portal, people[tries % people.length]!)
      const proof = broken.find((sentence) => sentence.startsWith(`${invariant}:`))
      if (proof) return { line: `seen: ${proof}`, wrong: [] }
      for (const sentence of broken) seen.add(sentence)
    }
    return { line: '', wrong: [`${invariant} is not seen broken`, ...seen] }
  } finally {
    await portal.stop()
  }
}

/** @returns the functions that mutations replace, but that are no longer exported */
export async function outOfDate(mutations: readonly Mutation[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { name } of mutations)
    for (const [file, replaced] of Object.entries(patchOf(name).functions ?? {})) {
      const exported = (await import(path.join(domains, file))) as Record<string, unknown>
      for (const one of Object.keys(replaced))
        if (typeof exported[one] !== 'function') wrong.push(`'${name}' replaces ${one}, which ${file} does not export`)
    }
  return wrong
}
