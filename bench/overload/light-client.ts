import { connect, type Socket } from 'node:net'

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sockets to one server, each with one request at a time; light enough not to be the bottleneck. */
export function lightClient(origin: string) {
  const { hostname, port, host } = new URL(origin)
  const idle: Line[] = []

  interface Line {
    readonly socket: Socket
    done: ((status: number) => void) | null
  }

  function open(): Line {
    const line: Line = { socket: connect(Number(port), hostname).setNoDelay(true), done: null }
    let got = Buffer.alloc(0)
    line.socket.on('data', (bytes) => {
      got = got.length ? Buffer.concat([got, bytes]) : bytes
      const head = got.indexOf('\r\n\r\n')
      if (head < 0) return
      const text = got.toString('latin1', 0, head)
      const length = Number(/\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (got.length < head + 4 + length) return
      got = Buffer.alloc(0)
      answer(Number(text.slice(9, 12)))
      if (/\nconnection: close/i.test(text)) line.socket.destroy()
      else idle.push(line)
    })
    const answer = (status: number) => {
      const done = line.done
      line.done = null
      done?.(status)
    }
    const lost = () => {
      const at = idle.indexOf(line)
      if (at >= 0) idle.splice(at, 1)
      answer(0)
    }
    line.socket.on('error', lost).on('close', lost)
    return line
  }

  return {
    /** @returns the status; 0 when the connection broke */
    send: ({ method, url, headers, body = '' }: Request) =>
      new Promise<number>((resolve) => {
        const line = idle.pop() ?? open()
        line.done = resolve
        const fields = Object.entries({
          host,
          ...headers,
          ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
        })
        const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
        line.socket.write(`${method} ${url.slice(origin.length)} HTTP/1.1\r\n${lines}\r\n${body}`)
      }),
    /** Closes all sockets before the next measurement. */
    close: () => {
      for (const { socket } of idle.splice(0)) socket.destroy()
    },
  }
}
