// Loaded into a portal's process to record its statements, which are written when it ends.
import { writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import pg from 'pg'
import { RECORD_VARIABLE, type Statement } from './statement.ts'

const file = process.env[RECORD_VARIABLE]!
const statements: Statement[] = []
/** Each connection's number and how many of its statements are unanswered. */
const connections = new WeakMap<object, { number: number; waiting: number }>()
let opened = 0

const query = Reflect.get(pg.Client.prototype, 'query')
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first, second] = args
  const config = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
  const values = (Array.isArray(second) ? second : config.values) ?? []
  const connection = connections.get(this) ?? { number: ++opened, waiting: 0 }
  connections.set(this, connection)
  const at = performance.timeOrigin + performance.now()
  const result: unknown = Reflect.apply(query, this, args)
  if (config.text) {
    const [named, joins] = [Boolean(config.name), connection.waiting > 0]
    statements.push({ at, connection: connection.number, text: config.text, values: [...values], named, joins })
    connection.waiting++
    const answered = () => void connection.waiting--
    if (result instanceof Promise) result.then(answered, answered)
    else answered()
  }
  return result
} as typeof query

process.on('exit', () => writeFileSync(file, serialize(statements)))
