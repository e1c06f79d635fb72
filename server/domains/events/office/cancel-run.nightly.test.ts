import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventCancel } from '#contract/events/cancel.ts'
import { inTransaction } from '#server/database/db.ts'
import { lockJobs, setAttempts, unlockAll } from '#server/database/job-tables.ts'
import { sql } from '#server/database/sql.ts'
import { workOf } from '#server/schedule.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { inTurn, readBeforeWriting } from '#server/testing/lock-waits.ts'
import { buyPlaces, openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { runRecurring } from '#server/testing/purchases/renewing.ts'
import { ledgerOf, mailsTo, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { withoutLocks } from '#server/testing/without-locks.ts'
import { enqueueRun } from './cancel-run.ts'

/** A cancellation beside others: orders that cannot be ended, its pace, and races with their controls. */
let app: TestApp
let club: Club
let [chair, manager, anna, bo]: Person[] = []
let feast: BuiltEvent
beforeAll(async () => {
  app = await createTestApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  manager = await signedIn(app, 'dan@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  feast = await buildEvent(app, club, { title: 'Summer party', onePerPerson: false })
})

const which = () => ({ orgId: club.id, eventId: feast.id })
const start = (changes: object = {}, person = chair!) =>
  app.call(
    eventCancel.start,
    { ...which(), texts: { da: 'Aflyst' }, refunds: 'all', name: 'Summer party', ...changes },
    { as: person.token },
  )
const run = (person = chair!) => app.call(eventCancel.run, which(), { as: person.token })
const place = (person: Person) => ({ memberId: person.memberId, event: feast })
const paid = (person: Person) => buyPlaces(app, person, feast, [place(person)])
/** One step of a run, and nothing else. */
const stepOf = (runId: string) =>
  workOf(app.context)
    .handlers.find(({ name }) => name === 'events.cancel-run')!
    .run({ runId }, { attempt: 1, maxAttempts: 1 })
const eachMinute = () =>
  workOf(app.context)
    .recurring.find(({ name }) => name === 'events.resume-runs')!
    .run()
/** Runs everything until the run has ended. */
async function carriedOut() {
  for (let round = 0; round < 4; round++) {
    await eachMinute()
    await app.runJobs({ all: true, mayFail: true })
  }
  return run()
}
const healthy = async () => expect(await brokenInvariants(app, club)).toEqual([])
/** By buyer, with what the gateway has credited. */
async function endsOf(person: Person) {
  const [row] = await app.database.sql<{ number: string; order: string; place: string }>(
    `select number, orders.status as order, entries.status as place from orders join event_entries entries on order_id = orders.id
     where orders.buyer_id = $1 and entries.event_id = $2`,
    [person.memberId, feast.id],
  )
  const { number, ...ends } = row!
  const { credits, voids } = await ledgerOf(number)
  return { ...ends, credited: credits.map(({ amount }) => amount), voids: voids.length }
}

/** Does the work while the database refuses to write to a table what is done to the orders of a person. */
async function whileRefused<T>(table: 'orders' | 'event_run_items', { memberId }: Person, work: () => Promise<T>) {
  const id = table === 'orders' ? 'new.id' : 'new.order_id'
  await app.database.sql(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.${table === 'orders' ? 'status' : 'state'} <> 'failed'
        and ${id} in (select id from orders where buyer_id = '${memberId}') then raise 'refused'; end if;
      return new; end $$;
    create trigger refuse before update on ${table} for each row execute function refuse()`)
  try {
    return await work()
  } finally {
    await app.database.sql('drop function refuse() cascade')
  }
}

describe('an order that cannot be ended', () => {
  test('an unpaid one stops no refund, and the run ends once its hold is long over', async () => {
    await prepare(app, bo!, [place(bo!)])
    await paid(anna!)
    await whileRefused('orders', bo!, async () => {
      await start()
      expect(await carriedOut()).toMatchObject({ state: 'running', total: 1, done: 1 })
      expect(await endsOf(anna!)).toMatchObject({ place: 'cancelled', credited: [20_000] })
      await app.moveClock('3 hours')
      const ended = await carriedOut()
      await app.moveClock('-3 hours')
      expect(ended).toMatchObject({ state: 'done', failed: 0 })
    })
  })

  test('a paid one stops no other; whoever writes events tries it again where nothing is refunded', async () => {
    await grantOffice(app, club, manager!, ['event_manager'])
    const retry = () => app.call(eventCancel.retry, which(), { as: manager!.token })
    await paid(anna!)
    await paid(bo!)
    await whileRefused('event_run_items', bo!, async () => {
      await start({ refunds: 'none', reason: 'Paid already' }, manager)
      expect(await carriedOut()).toMatchObject({ state: 'done', done: 1, failed: 1 })
    })
    expect((await run(manager)).can.retry).toBe(true)
    await retry()
    expect(await carriedOut()).toMatchObject({ state: 'done', done: 2, failed: 0 })
  })

  test('where money goes back, only who may refund tries it again', async () => {
    await grantOffice(app, club, manager!, ['event_manager'])
    await paid(bo!)
    await whileRefused('event_run_items', bo!, async () => {
      await start()
      await carriedOut()
    })
    expect(await run(manager)).toMatchObject({ failed: 1, can: { retry: false } })
    expect(await codeOf(app.call(eventCancel.retry, which(), { as: manager!.token }))).toBe('forbidden')
    await app.call(eventCancel.retry, which(), { as: chair!.token })
    expect(await carriedOut()).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect((await endsOf(bo!)).credited).toEqual([20_000])
  })
})

test('the minute does not begin a failing step anew', async () => {
  await paid(anna!)
  const { id } = await start()
  const key = `event-run:${id}`
  await app.database.sql(setAttempts, [key, 12, '0'])
  await eachMinute()
  expect(await app.database.sql('select attempts from graphile_worker.jobs where key = $1', [key])).toEqual([
    { attempts: 12 },
  ])
  await app.database.sql('select graphile_worker.remove_job($1)', [key])
})

test('a step that was queued again before its worker died leaves no job behind', async () => {
  const failedJobs = () => app.database.sql(`select key from graphile_worker.jobs where attempts >= max_attempts`)
  await paid(anna!)
  await app.runJobs({ all: true })
  const { id } = await start()
  await app.database.sql(lockJobs, ['dead', '0 seconds'])
  await inTransaction(app.context.db, (tx) => enqueueRun(tx, id))
  await app.database.sql(unlockAll)
  expect(await failedJobs()).toHaveLength(1)
  await runRecurring(app, 'jobs.delete-replaced')
  expect(await failedJobs()).toEqual([])
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 1 })
})

describe('its pace', () => {
  /** Takes one step of a run; orders of `bo` keep it from ending. @returns seconds until the next is due, from the step's begin and end */
  async function nextAfterStep(changes: object, step: (runId: string) => Promise<unknown>) {
    await prepare(app, bo!, [place(bo!)])
    for (let bought = 0; bought < 2; bought++) await paid(anna!)
    return whileRefused('orders', bo!, async () => {
      const { id } = await start(changes)
      await app.database.sql(`select graphile_worker.remove_job($1)`, [`event-run:${id}`])
      const [{ begun } = { begun: '' }] = await app.database.sql<{ begun: string }>('select now()::text as begun')
      await step(id)
      const [next] = await app.database.sql<{ fromBegin: number; fromEnd: number }>(
        `select extract(epoch from run_at - $1::timestamptz)::float8 as "fromBegin", extract(epoch from run_at - now())::float8 as "fromEnd"
         from graphile_worker.jobs where key = $2`,
        [begun, `event-run:${id}`],
      )
      return next!
    })
  }
  /** The duration of two refunds at the gateway, in seconds. */
  const PACE = 0.64

  test('the next step follows when the gateway has had time for the refunds of the last', async () => {
    const { fromBegin } = await nextAfterStep({}, stepOf)
    expect(fromBegin).toBeGreaterThan(PACE)
  })

  test('a step that took longer is followed at once', async () => {
    const slowly = (id: string) =>
      inTransaction(app.database.db, async (tx) => {
        await tx.execute(sql`lock table event_entries in share mode`)
        const step = stepOf(id)
        const begun = performance.now()
        await expect.poll(() => performance.now() - begun).toBeGreaterThan(PACE * 1000)
        return { step }
      }).then(({ step }) => step)
    expect((await nextAfterStep({}, slowly)).fromEnd).toBeLessThanOrEqual(0)
  })

  test('where the gateway has nothing to do the next step follows at once', async () => {
    const { fromEnd } = await nextAfterStep({ refunds: 'none', reason: 'Paid already' }, stepOf)
    expect(fromEnd).toBeLessThanOrEqual(0)
  })
})

describe('two offices cancel', () => {
  /** Both have read the event before either writes. */
  const both = async () => {
    await paid(anna!)
    const codes = await readBeforeWriting(app, 'events', () => Promise.all([codeOf(start()), codeOf(start())]))
    const [{ runs } = { runs: 0 }] = await app.database.sql<{ runs: number }>(
      'select count(*)::int as runs from event_runs where event_id = $1',
      [feast.id],
    )
    return { codes: codes.toSorted(), runs }
  }
  const unlocked = () => withoutLocks(both)

  test('one does, and the other is refused because it is cancelled', async () => {
    expect(await both()).toEqual({ codes: ['event_cancelled', 'ok'], runs: 1 })
    expect(await carriedOut()).toMatchObject({ total: 1, done: 1 })
    expect((await endsOf(anna!)).credited).toEqual([20_000])
    await healthy()
  })

  test('control: without the lock of the event the index refuses the second run, without a reason', async () => {
    expect(await unlocked()).toEqual({ codes: ['internal', 'ok'], runs: 1 })
  })

  test('control: without the lock and the index there are two runs', async () => {
    await app.database.sql('alter index event_runs_one rename to event_runs_kept')
    const [{ definition } = { definition: '' }] = await app.database.sql<{ definition: string }>(
      `select pg_get_indexdef('event_runs_kept'::regclass) as definition`,
    )
    await app.database.sql('drop index event_runs_kept')
    try {
      expect(await unlocked()).toEqual({ codes: ['ok', 'ok'], runs: 2 })
    } finally {
      await app.database.sql(`update event_runs set state = 'stopped' where event_id = '${feast.id}'`)
      await app.database.sql(definition.replace('event_runs_kept', 'event_runs_one'))
    }
  })
})

describe('two workers carry out one order', () => {
  /** Both have read that it waits before either writes. */
  const twoWorkers = async () => {
    await paid(anna!)
    const { id } = await start()
    await readBeforeWriting(app, 'event_entries', () => Promise.all([stepOf(id), stepOf(id)]))
    const { failed } = await run()
    await app.runJobs({ all: true, mayFail: true })
    return { failed, credited: (await endsOf(anna!)).credited }
  }

  test('one refund', async () => {
    expect(await twoWorkers()).toEqual({ failed: 0, credited: [20_000] })
    await carriedOut()
    await healthy()
  })

  test('control: without the lock of the order the second fails, and the office sees an order that is done', async () => {
    expect(await withoutLocks(twoWorkers)).toEqual({ failed: 1, credited: [20_000] })
  })
})

describe('a run that waits for approval', () => {
  /** Begun by the event manager; the chair may refund. */
  async function waiting() {
    await grantOffice(app, club, manager!, ['event_manager'])
    await paid(anna!)
    return start({}, manager)
  }
  const approves = () => codeOf(app.call(eventCancel.approve, which(), { as: chair!.token }))
  const declines = () => codeOf(app.call(eventCancel.decline, { ...which(), reason: 'Later' }, { as: chair!.token }))
  const historyOf = async () => {
    const rows = await app.database.sql<{ name: string }>(
      `select name from office_history where thing_id = $1 and name in ('event_cancel_approved', 'event_cancel_declined') order by id`,
      [feast.id],
    )
    return rows.map(({ name }) => name.replace('event_cancel_', ''))
  }
  /** The second asks while the first is about to write. */
  const oneAfterOther = (first: () => Promise<string>, second: () => Promise<string>) =>
    inTurn(app, 'event_runs', first, second, 2)

  test.each([
    ['approved', approves, declines, 'cancel_approved', ['approved']],
    ['declined', declines, approves, 'ok', ['declined', 'approved']],
  ] as const)(
    'is %s first: whoever is second learns it, and the money goes back',
    async (_, first, second, said, kept) => {
      await waiting()
      expect((await oneAfterOther(first, second)).toSorted()).toEqual(['first ok', `second ${said}`])
      expect(await historyOf()).toEqual(kept)
      expect(await carriedOut()).toMatchObject({ state: 'done', done: 1 })
      expect((await endsOf(anna!)).credited).toEqual([20_000])
      await healthy()
    },
  )

  test('control: without the lock of the run the second decline fails without a reason', async () => {
    await waiting()
    const ends = await withoutLocks(() => oneAfterOther(approves, declines))
    // Either both succeed, or one of them fails.
    expect(ends).not.toContain('second cancel_approved')
  })

  /** Settling has read that the event is sold when it is cancelled; the payment comes while the run waits. */
  async function paidLate(person: Person) {
    const token = await prepare(app, person, [place(person)])
    const back = (await payInWindow(await openTicketWindow(app, person, feast, token, 20_000), '0011'))!
    await grantOffice(app, club, manager!, ['event_manager'])
    const begins = () => codeOf(start({}, manager))
    await inTurn(app, 'event_entries', () => visit(back).then(() => 'ok'), begins, 1)
  }
  const notifiedOf = async (person: Person) => {
    const rows = await app.database.sql<{ outcome: string }>(
      `select data ->> 'outcome' as outcome from messages where template = 'event-cancelled' and member_id = $1
         and data ->> 'runId' in (select id::text from event_runs where event_id = $2)`,
      [person.memberId, feast.id],
    )
    return rows.map(({ outcome }) => outcome)
  }

  test.each(['waits', 'was declined'])('while it %s a late payment is added, and its guest notified', async (at) => {
    await paidLate(anna!)
    if (at === 'was declined') await declines()
    await eachMinute()
    await app.runJobs({ all: true, mayFail: true })
    expect(await run()).toMatchObject({ state: at === 'waits' ? 'waiting' : 'declined', total: 1, told: 1 })
    expect(await notifiedOf(anna!)).toEqual(['pending'])
    expect(await approves()).toBe('ok')
    expect(await carriedOut()).toMatchObject({ state: 'done', total: 1, done: 1 })
    expect(await endsOf(anna!)).toEqual({ order: 'refunded', place: 'cancelled', credited: [20_000], voids: 0 })
    await healthy()
  })

  test('while it waits, a guest who cannot be notified stops no other', async () => {
    await grantOffice(app, club, manager!, ['event_manager'])
    await paid(bo!)
    await paid(anna!)
    await whileRefused('event_run_items', bo!, async () => {
      await start({}, manager)
      await app.runJobs({ all: true, mayFail: true })
    })
    expect([await notifiedOf(anna!), await notifiedOf(bo!)]).toEqual([['pending'], []])
  })

  test('is approved while a late payment is added: the guest is notified of it, and gets the money once', async () => {
    await paidLate(anna!)
    const [{ id } = { id: '' }] = await app.database.sql<{ id: string }>(
      'select id from event_runs where event_id = $1',
      [feast.id],
    )
    const steps = () => stepOf(id).then(() => 'ok')
    const ends = await inTurn(app, 'event_run_items', steps, approves, 2)
    expect(ends.toSorted()).toEqual(['first ok', 'second ok'])
    expect(await carriedOut()).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 })
    expect((await endsOf(anna!)).credited).toEqual([20_000])
    await healthy()
  })
})

describe('a payment settles while the event is cancelled', () => {
  /** The window was paid with a card whose payment is not reported: it is settled when the buyer comes back. */
  async function paidInWindow(): Promise<string> {
    const token = await prepare(app, anna!, [place(anna!)])
    return (await payInWindow(await openTicketWindow(app, anna!, feast, token, 20_000), '0011'))!
  }
  const cancels = () => codeOf(start())
  const settles = (back: string) => () => visit(back).then(() => 'ok')
  /** Settling has read that the event is sold when it is cancelled: the run finds no order at its start. */
  async function settleBeforeCancelled() {
    const back = await paidInWindow()
    expect(await inTurn(app, 'event_entries', settles(back), cancels, 1)).toEqual(['second ok', 'first ok'])
    expect(await run()).toMatchObject({ total: 0 })
    return carriedOut()
  }
  /** The money is taken while the cancellation is about to commit. */
  async function settleMeanwhile() {
    const back = await paidInWindow()
    await inTurn(app, 'office_history', cancels, settles(back), 2)
    return carriedOut()
  }

  test.each([
    ['settling came first', settleBeforeCancelled],
    ['the cancellation came first', settleMeanwhile],
  ])('%s: the place that was paid is refunded', async (_, race) => {
    expect(await race()).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 })
    expect(await endsOf(anna!)).toEqual({ order: 'refunded', place: 'cancelled', credited: [20_000], voids: 0 })
    await healthy()
  })

  /** The window was opened before the event changed, and is paid within the hold, after it. */
  const settleAfter = async (status: 'cancelled' | 'published') => {
    const back = await paidInWindow()
    await app.database.sql(`update events set status = $2, cancel_texts = '{"da": "Banen er væk"}' where id = $1`, [
      feast.id,
      status,
    ])
    await visit(back)
    await app.runJobs({ all: true })
    return endsOf(anna!)
  }

  test('money that is authorised within the hold goes back once the event is cancelled, and the buyer gets the reason', async () => {
    expect(await settleAfter('cancelled')).toMatchObject({ order: 'declined', credited: [], voids: 1 })
    const texts = (await mailsTo(app, 'anna@example.com')).map(({ text }) => text)
    expect(texts.some((text) => text.includes('Banen er væk'))).toBe(true)
  })

  test('control: of an event that is not cancelled the same payment is taken', async () => {
    expect(await settleAfter('published')).toMatchObject({ order: 'paid', voids: 0 })
  })
})
