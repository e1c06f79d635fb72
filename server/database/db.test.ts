import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTcpProxy } from '#server/testing/outside/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import {
  closeDb,
  inTransaction,
  inTransactionThenRead,
  openDb,
  poolOf,
  together,
  withCommit,
  type Db,
  type Tx,
} from './db.ts'
import { isUnavailable, sqlState } from './errors.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await database.sql('create table counters (id int primary key, n int not null default 0)')
  await database.sql('insert into counters select generate_series(1, 50)')
})
beforeEach(() => database.sql('update counters set n = 0 where n <> 0'))
afterAll(() => database.drop())

const add = (tx: Tx, id: number) => tx.execute(sql`update counters set n = n + 1 where id = ${id}`)
const valueOf = async (id: number) =>
  (await database.sql<{ n: number }>('select n from counters where id = $1', [id]))[0]!.n

/** Lets both sides arrive before either goes on. */
function meeting(of: number) {
  let waiting = of
  let open!: () => void
  const all = new Promise<void>((resolve) => (open = resolve))
  return () => {
    if (--waiting <= 0) open()
    return all
  }
}

test('a transaction commits its work and carries the clock', async () => {
  const now = await inTransaction(db, async (tx) => {
    await add(tx, 1)
    const { rows } = await tx.execute<{ now: string }>(sql`select portal_now() as now`)
    expect(Math.abs(new Date(rows[0]!.now).getTime() - tx.now.getTime())).toBeLessThan(2)
    return tx.now
  })
  expect(now).toBeInstanceOf(Date)
  expect(await valueOf(1)).toBe(1)
})

test('committed rows are read at once, although others wait for the only connection', async () => {
  const narrow = openDb(database.url, { name: 'narrow', size: 1 })
  const done: string[] = []
  let waiting: Promise<void> | undefined
  const saved = inTransactionThenRead(
    narrow,
    async (tx) => {
      waiting = inTransaction(narrow, async (next) => void (await add(next, 4), done.push('the next')))
      await add(tx, 3)
    },
    async (reader) => {
      const { rows } = await reader.execute<{ n: number }>(sql`select n from counters where id = 3`)
      done.push('the read')
      return rows[0]!.n
    },
  )
  expect(await saved).toBe(1)
  await waiting
  expect(done).toEqual(['the read', 'the next'])
  await closeDb(narrow)
})

test('a read after the commit that fails does not repeat the work', async () => {
  const conflict = () => database.db.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
  await expect(inTransactionThenRead(db, (tx) => add(tx, 5), conflict)).rejects.toThrow()
  expect(await valueOf(5)).toBe(1)
})

test('a transaction that throws leaves nothing', async () => {
  await expect(
    inTransaction(db, async (tx) => {
      await add(tx, 2)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await valueOf(2)).toBe(0)
})

test('what is left for the commit is committed with it, or nothing is', async () => {
  const leaveFor = (last: (tx: Tx) => Promise<unknown>) =>
    inTransaction(db, async (tx) => {
      withCommit(tx, () => last(tx))
      await add(tx, 9)
    })
  await leaveFor((tx) => add(tx, 10))
  expect([await valueOf(9), await valueOf(10)]).toEqual([1, 1])
  await expect(leaveFor((tx) => tx.execute(sql`select 1 / 0`))).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(await valueOf(9)).toBe(1)
})

test('a transaction that begins with its first query knows its time after that, and does nothing without', async () => {
  const begin = <T>(end: (tx: Tx) => T) =>
    inTransaction(
      db,
      async (tx) => {
        expect(() => tx.now).toThrow('not known yet')
        await add(tx, 11)
        return end(tx)
      },
      { pipelined: true },
    )
  expect(await begin((tx) => tx.now)).toBeInstanceOf(Date)
  const [{ offset } = { offset: '' }] = await database.sql<{ offset: string }>(
    'delete from portal_clock returning "offset"::text',
  )
  // Work that does not ask for the time must not be committed either.
  await expect(begin(() => null)).rejects.toThrow('portal_clock has no row')
  await database.sql('insert into portal_clock ("offset") values ($1)', [offset])
  expect(await valueOf(11)).toBe(1)
})

test('of statements sent together the first that fails is reported', async () => {
  const work = inTransaction(db, (tx) =>
    together(
      tx,
      () => add(tx, 1),
      () =>
        tx.execute(sql`insert into counters values (2)`).catch(async (error: unknown) => {
          await valueOf(1)
          throw error
        }),
      () => add(tx, 3),
    ),
  )
  expect(sqlState(await work.catch((error: unknown) => error))).toBe('23505')
  expect([await valueOf(1), await valueOf(3)]).toEqual([0, 0])
})

test('what is sent together with a lock is read after the lock is had', async () => {
  let second: Promise<unknown> | undefined
  await inTransaction(db, async (tx) => {
    await add(tx, 5)
    second = inTransaction(db, async (other) => {
      const [, { rows }] = await together(
        other,
        () => other.execute(sql`select from counters where id = 5 for update`),
        () => other.execute(sql`select n from counters where id = 5`),
      )
      return rows
    })
    await expect.poll(() => database.sql("select from pg_stat_activity where wait_event_type = 'Lock'")).not.toEqual([])
  })
  expect(await second).toEqual([{ n: 1 }])
})

test('two transactions in a deadlock both succeed, each once', async () => {
  const meet = meeting(2)
  let runs = 0
  const both = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      runs++
      await add(tx, first)
      await meet()
      await add(tx, second)
    })
  await Promise.all([both(3, 4), both(4, 3)])
  expect([await valueOf(3), await valueOf(4)]).toEqual([2, 2])
  // One of the two was rolled back at least once; on a slow machine perhaps more often.
  expect(runs).toBeGreaterThanOrEqual(3)
})

test('a serialisation failure runs the work again', async () => {
  await database.sql(
    `do $$ begin execute format('alter database %I set default_transaction_isolation = serializable', current_database()); end $$`,
  )
  const strict = openDb(database.url, { name: 'strict', size: 1 })
  let runs = 0
  await inTransaction(strict, async (tx) => {
    const { rows } = await tx.execute<{ n: number }>(sql`select n from counters where id = 5`)
    if (++runs === 1) await database.sql('update counters set n = 100 where id = 5')
    await tx.execute(sql`update counters set n = ${rows[0]!.n + 1} where id = 5`)
  })
  expect(runs).toBe(2)
  expect(await valueOf(5)).toBe(101)
  await closeDb(strict)
})

test('two hundred deadlocked pairs all succeed, each once', async () => {
  // PostgreSQL looks for a deadlock after a second of waiting; here at once.
  await database.sql(
    `do $$ begin execute format('alter database %I set deadlock_timeout = 1', current_database()); end $$`,
  )
  const quick = openDb(database.url, { name: 'quick', size: 8 })
  let runs = 0
  const pair = async (one: number, other: number) => {
    const meet = meeting(2)
    const lockBoth = (first: number, second: number) =>
      inTransaction(quick, async (tx) => {
        runs++
        await add(tx, first)
        await meet()
        await add(tx, second)
      })
    await Promise.all([lockBoth(one, other), lockBoth(other, one)])
  }
  const lanes = [10, 12, 14, 16]
  await Promise.all(
    lanes.map(async (row) => {
      for (let at = 0; at < 50; at++) await pair(row, row + 1)
    }),
  )
  expect(await Promise.all(lanes.flatMap((row) => [valueOf(row), valueOf(row + 1)]))).toEqual(Array(8).fill(100))
  // Each pair met, so that one of the two was chosen to give way and ran again.
  expect(runs).toBeGreaterThanOrEqual(600)
  await closeDb(quick)
})

test('a connection to a server that has become a replica is given up', async () => {
  const own = openDb(database.url, { name: 'failed over', size: 1 })
  const pidOf = async (tx: Tx) => (await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid
  let first: number | undefined
  const failed = inTransaction(own, async (tx) => {
    first = await pidOf(tx)
    await tx.execute(sql`set transaction read only`)
    await add(tx, 9)
  })
  await expect(failed).rejects.toSatisfy(isUnavailable)
  expect(await inTransaction(own, pidOf)).not.toBe(first)
  await closeDb(own)
})

test('a conflict that persists is reported after four attempts', async () => {
  let runs = 0
  const failed = inTransaction(db, async (tx) => {
    runs++
    await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
  })
  await expect(failed).rejects.toSatisfy((error) => sqlState(error) === '40001' && isUnavailable(error))
  expect(runs).toBe(4)
})

test('a connection cut in the middle of a transaction is replaced, and the work is done once', async () => {
  let runs = 0
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await add(tx, 6)
    if (++runs === 1) await database.sql('select pg_terminate_backend($1)', [rows[0]!.pid])
    await tx.execute(sql`select 1`)
  })
  expect(runs).toBe(2)
  expect(await valueOf(6)).toBe(1)
})

test('a connection cut while its holder does something else stops neither the process nor the work', async () => {
  let heard!: () => void
  const lost = new Promise<void>((resolve) => (heard = resolve))
  const own = openDb(database.url, { name: 'own', size: 1, onError: () => heard() })
  let runs = 0
  await inTransaction(own, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    if (++runs === 1) {
      await database.sql('select pg_terminate_backend($1)', [rows[0]!.pid])
      await lost
    }
    await add(tx, 8)
  })
  expect([runs, await valueOf(8)]).toEqual([2, 1])
  await closeDb(own)
})

test('a connection cut while it is idle is not handed out again', async () => {
  await Promise.all(Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.01)`)))
  await database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'test'`,
  )
  await expect.poll(() => poolOf(db).idleCount).toBe(0)
  await inTransaction(db, (tx) => add(tx, 7))
  expect(await valueOf(7)).toBe(1)
})

test('when every connection is taken the caller is refused within about a second, and reserved connections still work', async () => {
  const small = openDb(database.url, { name: 'small', size: 2 })
  const reserved = openDb(database.url, { name: 'reserved', size: 1 })
  let release!: () => void
  const held = new Promise<void>((resolve) => (release = resolve))
  const meet = meeting(3)
  const holders = [1, 2].map(() =>
    inTransaction(small, async () => {
      void meet()
      await held
    }),
  )
  await meet()
  const begun = performance.now()
  await expect(small.execute(sql`select 1`)).rejects.toSatisfy(isUnavailable)
  await expect(inTransaction(small, async () => {})).rejects.toSatisfy(isUnavailable)
  expect(performance.now() - begun).toBeLessThan(4000)
  expect((await reserved.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  release()
  await Promise.all(holders)
  await Promise.all([closeDb(small), closeDb(reserved)])
})

test('a missing database is unavailable, not an internal error', async () => {
  const nowhere = openDb('postgres://portal@127.0.0.1:1/none', { name: 'nowhere', size: 1 })
  await expect(nowhere.execute(sql`select 1`)).rejects.toSatisfy(isUnavailable)
  await closeDb(nowhere)
})

test('time-outs are set on a connection, not as start-up parameters, which poolers refuse', async () => {
  const { url } = database
  const proxy = await startTcpProxy({ port: Number(new URL(url).port) })
  const broken = proxy.cutAt('statement_timeout\0', 'unsent')
  const own = openDb(proxy.through(url), { name: 'limited', size: 1, statementTimeout: 7000 })
  const limits = await own.execute(sql`
    select name, setting from pg_settings where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$' order by name`)
  expect(limits.rows.map(({ setting }) => setting)).toEqual(['10000', '5000', '7000'])
  await closeDb(own)
  await proxy.close()
  void broken
})
