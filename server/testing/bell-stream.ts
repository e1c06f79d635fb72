import { pathOf } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/errors.ts'
import { Bell, notifications } from '#contract/notifications/notifications.ts'
import { askAgain } from './ask-again.ts'
import type { Person } from './builders.ts'
import { ApiProblem } from './test-app.ts'

export interface BellStream {
  /** The next bell that `wanted` accepts. Rejects when the stream ends first. */
  until(wanted: (bell: Bell) => boolean): Promise<Bell>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** Opens a person's bell stream, like a page, and tries again while the server is busy. @param url of a server */
export async function followBell(url: string, { token }: Pick<Person, 'token'>): Promise<BellStream> {
  const aborted = new AbortController()
  const response = await askAgain(async () => {
    const answer = await fetch(url + pathOf(notifications.stream.path, 'izy'), {
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      signal: aborted.signal,
    })
    if (!answer.ok) throw new ApiProblem((await answer.json()) as ProblemBody, '')
    return answer
  })
  const bells: Bell[] = []
  let news = Promise.withResolvers<void>()
  let over = false
  const ended = read(response.body!).catch(() => {})

  async function read(body: ReadableStream<Uint8Array>) {
    let text = ''
    try {
      for await (const part of body.pipeThrough(new TextDecoderStream())) {
        text += part
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const data = /^event: bell\ndata: (.*)$/.exec(text.slice(0, end))?.[1]
          text = text.slice(end + 2)
          if (data) bells.push(Bell.parse(JSON.parse(data)))
        }
        wake()
      }
    } finally {
      over = true
      wake()
    }
  }

  function wake() {
    news.resolve()
    news = Promise.withResolvers()
  }

  return {
    async until(wanted) {
      for (;;) {
        const bell = bells.shift()
        if (bell && wanted(bell)) return bell
        if (!bell && over) throw new Error('The stream has ended')
        if (!bell) await news.promise
      }
    },
    ended,
    close: () => aborted.abort(),
  }
}
