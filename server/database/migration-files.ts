import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * A migration begins with what runs in one transaction. Lines with an arrow begin its steps, which run after it and change whole tables
 * while others write to them:
 *
 *     --> in batches of events           an UPDATE of the rows with the ids $1, before the new version serves
 *     --> later, in batches of events    the same by a worker's job, while the new version serves
 *     --> concurrently                   CREATE INDEX CONCURRENTLY IF NOT EXISTS, or DROP INDEX CONCURRENTLY IF EXISTS
 */
export interface Migration {
  readonly name: string
  readonly checksum: string
  /** Checksums of the file before it was rewritten to the same result, from its lines `-- formerly …`. */
  readonly formerly: readonly string[]
  /** The oldest version that can run after it, from its line `-- needs …`; null for additions. */
  readonly needs: string | null
  readonly text: string
  readonly steps: readonly Step[]
}

export interface Step {
  readonly kind: 'batches' | 'later' | 'concurrently'
  /** The table whose rows are changed in batches. It has a column `id` of type uuid. */
  readonly table: string
  readonly text: string
}

export const migrationsFolder = path.join(import.meta.dirname, 'migrations')

export const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => parseMigration(name, readFileSync(path.join(folder, name), 'utf8')))

export function parseMigration(name: string, file: string): Migration {
  const whole = file.replaceAll('\r\n', '\n')
  const [text = '', ...steps] = `\n${whole}`.split(/\n(?=--> )/)
  return {
    name,
    checksum: createHash('sha256').update(whole).digest('hex'),
    formerly: [...whole.matchAll(/^-- formerly ([0-9a-f]{64})$/gm)].map(([, checksum]) => checksum!),
    needs: /^-- needs (\d+\.\d+\.\d+)/m.exec(whole)?.[1] ?? null,
    text: text.slice(1),
    steps: steps.map((step) => parseStep(name, step)),
  }
}

function parseStep(name: string, step: string): Step {
  const [, later, table, concurrently] = /^--> (?:(later, )?in batches of (\w+)|(concurrently))\n/.exec(step) ?? []
  if (!table && !concurrently) throw new Error(`${name} has an unknown step: ${step.split('\n', 1)[0]}`)
  return {
    kind: concurrently ? 'concurrently' : later ? 'later' : 'batches',
    table: table ?? '',
    text: step.slice(step.indexOf('\n') + 1),
  }
}
