import type pg from 'pg'

/** A table to copy. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Returns the rows in the same order on every PostgreSQL. */
  readonly select: string
}

export interface Sequence {
  readonly name: string
  readonly last: string
  readonly called: boolean
}

/** Not in a backup: the manifest lists the migrations, and heartbeats mean nothing after a restore. */
const leftOut = ['portal_migrations', 'worker_heartbeats']

/** COPY's text format depends on these settings, so backup and restore use the same ones. */
export const copySettings = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set lock_timeout = '5s'; set search_path = public`

/**
 * The tables to back up, each after the tables it references. Unlogged tables are left out: they may be lost at any time.
 */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; sorting: string[]; needs: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
          order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as sorting,
       array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and c.relname <> all($1)
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [leftOut],
  )
  return sorted(rows).map(({ name, columns, sorting }) => {
    if (!sorting) throw new Error(`The table ${name} has no primary key: a backup could not be compared with it`)
    return { name, columns, select: `select ${listOf(columns)} from ${quote(name)} order by ${sorting.join(', ')}` }
  })
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quote(name)}`,
    )
    sequences.push({ name, ...state.rows[0]! })
  }
  return sequences
}

/** Columns of waiting jobs that every version of the queue understands. Jobs that were running will run again. */
export const jobColumns = [
  'identifier',
  'payload',
  'queue_name',
  'run_at',
  'attempts',
  'max_attempts',
  'last_error',
  'key',
  'priority',
  'flags',
]

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const listOf = (columns: readonly string[]): string => columns.map(quote).join(', ')

function sorted<T extends { name: string; needs: string[] }>(tables: readonly T[]): T[] {
  const done: T[] = []
  const waiting = [...tables]
  while (waiting.length) {
    const names = new Set(waiting.map(({ name }) => name))
    const next = waiting.findIndex(({ needs }) => !needs.some((need) => names.has(need)))
    if (next < 0) throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}`)
    done.push(...waiting.splice(next, 1))
  }
  return done
}
