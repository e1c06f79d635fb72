import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { crashPoints } from '../schedule/plan-faults.ts'

const server = path.resolve(import.meta.dirname, '../../server')

/** @returns crash points that no case tests, and cases whose crash point is gone */
export function forgottenPlaces(): string[] {
  const source = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(server, file), 'utf8'))
    .join('\n')
  const there = [...source.matchAll(/\bcrashPoint\('([a-z.-]+)'\)/g)].map(([, name]) => name!)
  // A crash point after an answer is named by the answer's path.
  const tested = Object.values(crashPoints)
    .flat()
    .filter((name) => !name.startsWith('answer.'))
  return [
    ...there.filter((name) => !tested.some((one) => one === name)).map((name) => `nobody dies at ${name}`),
    ...tested.filter((name) => !there.includes(name)).map((name) => `there is no crash point ${name} any more`),
  ]
}
