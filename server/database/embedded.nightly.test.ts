import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { killDatabase, postmasterOf } from '#server/testing/outside/kill-database.ts'
import { accountFor, findProgram } from './embedded-program.ts'
import { startEmbedded } from './embedded.ts'
import { isAlive } from './process-lock.ts'

/** Setting a server up takes longest: tests share one that is set up, and stopped after each. */
let shared: string | undefined
let dataDir: string
let children: ChildProcess[]
const newFolder = () => mkdtempSync(path.join(tmpdir(), 'portal-embedded-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
beforeEach(() => {
  dataDir = shared ??= newFolder()
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  // Whatever a test left running is an orphan now: starting takes it over, stopping ends it.
  const leftover = await startEmbedded({ dataDir: shared!, test: true }).catch(() => null)
  await leftover?.stop()
  if (!leftover) {
    remove(shared!)
    shared = undefined
  }
})
afterAll(() => {
  if (shared) remove(shared)
})

/** For what happens to a folder before there is a server in it. */
function withFolder(): void {
  const own = (dataDir = newFolder())
  onTestFinished(async () => {
    const leftover = await startEmbedded({ dataDir: own, test: true }).catch(() => null)
    await leftover?.stop()
    remove(own)
  })
}

const postmaster = () => postmasterOf(dataDir)
const portOf = (url: string) => new URL(url).port

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Another process that starts or joins the server and stays, until it is asked to leave or killed. */
async function another(): Promise<{ url: string; child: ChildProcess; leave: () => Promise<void> }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))}
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, test: true })
    process.stdout.write(embedded.url + '\\n')
    process.stdin.once('data', async () => { await embedded.stop(); process.exit(0) })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()))
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
  return {
    url,
    child,
    leave: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.stdin.write('x')
      await gone
    },
  }
}

test('Ctrl-C during the start stops the server, unless another process uses it', async () => {
  const [first, second] = [await another(), await another()]
  const server = { pid: postmaster(), program: 'postgres' }
  const endedBySignal = (child: ChildProcess) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    return ended
  }
  await endedBySignal(first.child)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await endedBySignal(second.child)
  await expect.poll(() => isAlive(server)).toBe(false)
})

test('it starts, keeps its data and its port, and leaves no process behind', async () => {
  withFolder()
  const first = await startEmbedded({ dataDir, test: true })
  expect(await query(first.url, 'show server_version_num')).toMatchObject([
    { server_version_num: expect.stringMatching(/^18/) as string },
  ])
  await query(first.url, 'drop table if exists kept; create table kept (id int)')
  const pid = postmaster()
  await first.stop()
  expect(isAlive({ pid })).toBe(false)

  const second = await startEmbedded({ dataDir, test: true })
  expect(portOf(second.url)).toBe(portOf(first.url))
  expect(await query(second.url, 'select * from kept')).toEqual([])
  await second.stop()
})

test('it requires its password', async () => {
  const { url, stop } = await startEmbedded({ dataDir, test: true })
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
  await stop()
})

test('after its owner was killed it is started again with its data', async () => {
  const { url, child } = await another()
  await query(url, 'drop table if exists kept; create table kept (id int)')
  const orphan = postmaster()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  expect(isAlive({ pid: orphan })).toBe(true)

  const taken = await startEmbedded({ dataDir, test: true })
  expect(isAlive({ pid: orphan })).toBe(false)
  expect(await query(taken.url, 'select * from kept')).toEqual([])
  await taken.stop()
})

test('it recovers after being killed', async () => {
  // Its first user is never stopped.
  withFolder()
  const first = await startEmbedded({ dataDir, test: true })
  await query(first.url, 'drop table if exists kept; create table kept (id int)')
  const pid = postmaster()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive({ pid })).toBe(false)
  const second = await startEmbedded({ dataDir, test: true })
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
})

test('killed with all its processes while in use, it comes back at its address with what was written', async () => {
  const revivals: unknown[] = []
  const first = await startEmbedded({ dataDir, test: true, onRevival: (failure) => revivals.push(failure) })
  const other = await another()
  await query(first.url, 'drop table if exists kept; create table kept as select 1 as id')
  await query(first.url, 'checkpoint')
  const pid = postmaster()
  killDatabase(dataDir)
  await expect.poll(() => query(first.url, 'select id from kept').catch(String)).toEqual([{ id: 1 }])
  expect(postmaster()).not.toBe(pid)
  // One of the two started it; it stays when that one leaves, and ends with the last.
  await first.stop()
  expect(revivals.every((failure) => failure === undefined)).toBe(true)
  expect(await query(other.url, 'select id from kept')).toEqual([{ id: 1 }])
  await other.leave()
  expect(existsSync(path.join(dataDir, 'pg18/postmaster.pid'))).toBe(false)
})

test('a server that was stopped on purpose stays stopped', async () => {
  const first = await startEmbedded({ dataDir, test: true })
  const pid = postmaster()
  await first.stop()
  // Longer than a user looks for one that ended.
  await wait(600)
  expect([isAlive({ pid }), existsSync(path.join(dataDir, 'pg18/postmaster.pid'))]).toEqual([false, false])
})

test('a process that joins while it is down starts it at its address, and the others keep it', async () => {
  const one = await another()
  killDatabase(dataDir)
  const second = await startEmbedded({ dataDir, test: true })
  expect(second.url).toBe(one.url)
  await second.stop()
  // The other may see only now that it was down, and who looked first starts it.
  await expect.poll(() => query(one.url, 'select 1 as one').catch(String)).toEqual([{ one: 1 }])
  await one.leave()
})

test('a second process joins, and the last one to leave stops it', async () => {
  const one = await another()
  const two = await another()
  expect(two.url).toBe(one.url)
  const pid = postmaster()
  await one.leave()
  expect(await query(two.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await two.leave()
  expect(isAlive({ pid })).toBe(false)
})

test('two processes that start together share one server', async () => {
  withFolder()
  const [one, two] = await Promise.all([another(), another()])
  expect(two.url).toBe(one.url)
})

test('it takes another port when its own was taken meanwhile', async () => {
  const first = await startEmbedded({ dataDir, test: true })
  await first.stop()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(Number(portOf(first.url)), '127.0.0.1', resolve))
  const second = await startEmbedded({ dataDir, test: true })
  expect(portOf(second.url)).not.toBe(portOf(first.url))
  await second.stop()
  await new Promise((resolve) => server.close(resolve))
})

test('data of another version is left alone, with the reason', async () => {
  withFolder()
  mkdirSync(path.join(dataDir, 'pg18'))
  writeFileSync(path.join(dataDir, 'pg18/PG_VERSION'), '16\n')
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/PostgreSQL 16.*DATA_DIR/s)
  expect(existsSync(path.join(dataDir, 'pg18/PG_VERSION'))).toBe(true)
  rmSync(path.join(dataDir, 'pg18'), { recursive: true })
})

test('an interrupted set-up is started again', async () => {
  withFolder()
  mkdirSync(path.join(dataDir, 'pg18.new-broken'))
  writeFileSync(path.join(dataDir, 'pg18.new-broken/PG_VERSION'), '18\n')
  const { stop } = await startEmbedded({ dataDir, test: true })
  expect(existsSync(path.join(dataDir, 'pg18.new-broken'))).toBe(false)
  await stop()
})

const root = process.getuid?.() === 0

/** Whether another user can come to the programs; a checkout below a home folder may be closed to all. */
function openToAll(folder: string): boolean {
  const above = path.dirname(folder)
  return (statSync(folder).mode & 0o005) === 0o005 && (above === folder || openToAll(above))
}

test.runIf(root && openToAll(import.meta.dirname))('root runs it as the owner of the data', async () => {
  withFolder()
  const folder = path.join(dataDir, 'pg18')
  chmodSync(dataDir, 0o755)
  mkdirSync(folder)
  chownSync(folder, 12_345, 12_345)
  expect(accountFor({ program: await findProgram(), dataDir, folder }).ids).toEqual({ uid: 12_345, gid: 12_345 })
})

test.runIf(root).each([0o700, 0o755])(
  "another user's folder (below %o) is refused unless one is root",
  async (mode) => {
    withFolder()
    chmodSync(dataDir, mode)
    const folder = path.join(dataDir, 'pg18')
    mkdirSync(folder)
    const script = `
    import { accountFor } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-program.ts'))}
    process.setgid(12345); process.setuid(12345)
    try { accountFor(${JSON.stringify({ program: await findProgram(), dataDir, folder })}) } catch (error) { process.stdout.write(error.name + ': ' + error.message) }`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    await new Promise((resolve) => child.once('exit', resolve))
    expect(out).toMatch(/^EmbeddedProblem: .*belongs to another user.*DATA_DIR/)
  },
)
