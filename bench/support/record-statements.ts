// Loaded into a portal's process to record its statements, which are written when it ends.
import { writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import pg from 'pg'
import { RECORD_VARIABLE, type Statement } from './statement.ts'

const file = process.env[RECORD_VARIABLE]!
const statements: Statement[] = []
const connections = new WeakMap<object, number>()
let opened = 0

const query = Reflect.get(pg.Client.prototype, 'query')
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first, second] = args
  const config = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
  const values = (Array.isArray(second) ? second : config.values) ?? []
  if (!connections.has(this)) connections.set(this, ++opened)
  const at = performance.timeOrigin + performance.now()
  if (config.text) {
    const named = Boolean(config.name)
    statements.push({ at, connection: connections.get(this)!, text: config.text, values: [...values], named })
  }
  return Reflect.apply(query, this, args)
} as typeof query

process.on('exit', () => writeFileSync(file, serialize(statements)))
