import { Socket } from 'node:net'
import { afterEach } from 'vitest'

// Tests must not connect to other machines. Such a connection is refused, and fails the test even if the code catches the error.

const refused: string[] = []
const isLoopback = (host: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/.test(host)

type Connect = Socket['connect'] & ((this: Socket, ...args: unknown[]) => Socket)

/** Kept for the next file of this process, which guards for itself. */
const kept = globalThis as { connectUnguarded?: Connect }
const connect = (kept.connectUnguarded ??= Reflect.get(Socket.prototype, 'connect') as Connect)

Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
  const host = hostOf(args)
  if (host === undefined || isLoopback(host)) return connect.apply(this, args)
  refused.push(host)
  process.nextTick(() => this.destroy(new Error(`Tests do not connect to other machines: ${host}`)))
  return this
}

afterEach(() => {
  const hosts = refused.splice(0)
  if (hosts.length) throw new Error(`This test tried to connect to ${hosts.join(', ')}`)
})

/** The host of `connect(options)`, `connect(port, host)` or the array that Node passes between its own functions. */
function hostOf(args: unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string }
    return path ? undefined : host
  }
  return typeof second === 'string' ? second : undefined
}
