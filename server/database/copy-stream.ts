import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of pg's own connection that COPY needs. */
interface Wire {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** Bytes gathered before they are passed on: the server sends a message for every row. */
const BLOCK = 64 * 1024

/** Runs `copy … to stdout` and gives its lines in blocks of whole lines. The network waits while a block is worked on. */
export async function* copyOut(client: pg.Client, copy: string): AsyncGenerator<Buffer> {
  const full: Buffer[] = []
  let lines: Buffer[] = []
  let size = 0
  let wire: Wire | undefined
  let ended = false
  let abandoned = false
  let failure: Error | undefined
  let wake = () => {}

  const pass = () => {
    if (size > 0) full.push(Buffer.concat(lines))
    lines = []
    size = 0
    wake()
  }
  client.query({
    ...ignoring,
    submit(connection: unknown) {
      wire = connection as Wire
      wire.query(copy)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (abandoned) return
      // The parser uses its buffer again.
      lines.push(Buffer.from(chunk))
      size += chunk.length
      if (size < BLOCK) return
      pass()
      wire!.stream.pause()
    },
    handleError(error: Error) {
      failure = error
      ended = true
      wake()
    },
    handleReadyForQuery() {
      ended = true
      pass()
    },
  })

  try {
    for (;;) {
      const block = full.shift()
      if (block) {
        yield block
        continue
      }
      if (failure) throw failure
      if (ended) return
      await new Promise<void>((resolve) => {
        wake = resolve
        wire?.stream.resume()
      })
    }
  } finally {
    // Whoever stops early lets the rest pass by, so that the connection is free again.
    abandoned = true
    wire?.stream.resume()
  }
}

/** Runs `copy … from stdin` with the bytes of `source`, as fast as the server takes them. */
export async function copyIn(client: pg.Client, copy: string, source: AsyncIterable<Buffer>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let failure: unknown
    let stopped = false
    const submittable = {
      ...ignoring,
      submit(connection: unknown) {
        ;(connection as Wire).query(copy)
      },
      handleCopyInResponse(connection: unknown) {
        void send(connection as Wire)
      },
      handleError(error: Error) {
        stopped = true
        // The server repeats why we broke off; our own reason says more.
        reject(failure instanceof Error ? failure : error)
      },
      handleReadyForQuery: () => resolve(),
    }
    client.query(submittable)

    async function send(wire: Wire): Promise<void> {
      try {
        for await (const chunk of source) {
          if (stopped) return
          wire.sendCopyFromChunk(chunk)
          if (wire.stream.writableNeedDrain) await drained(wire.stream)
        }
        wire.endCopyFrom()
      } catch (error) {
        failure = error
        wire.sendCopyFail('The source broke off')
      }
    }
  })
}

/** A connection that is lost drains nothing any more. */
const drained = (stream: Duplex) =>
  new Promise<void>((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go)
      resolve()
    }
    stream.on('drain', go).on('close', go)
  })

/** What pg tells the running query, and a COPY need not know. */
const ignoring = {
  handleRowDescription() {},
  handleDataRow() {},
  handleCommandComplete() {},
  handleEmptyQuery() {},
  handlePortalSuspended() {},
}
