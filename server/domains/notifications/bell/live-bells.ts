import { setTimeout as wait } from 'node:timers/promises'
import type { EventSink, EventSource } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { listenTo } from '#server/database/listen.ts'
import { selectDisabledMembers } from '#server/domains/members/index.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { timeLeft } from '#server/identity/identity.ts'
import type { Logger } from '#server/http/log.ts'
import { Problem } from '#server/http/problem.ts'
import { presentBell } from '../present.ts'
import { selectBells } from '../queries.ts'
import { reachOf, type Reach } from '../reach-queries.ts'

/** The open notification streams of this server. */
export interface LiveBells {
  /** Streams the caller's bell, now and at every change, until their token expires. */
  follow(actor: MemberActor): EventSource
  /** How many streams are open here. */
  readonly open: number
  /** Ends all streams: their pages reconnect to another server. */
  close(): Promise<void>
}

interface LiveBellServices {
  readonly db: Db
  readonly databaseUrl: string
  readonly log: Logger
  /** Milliseconds between checks for disabled members. */
  readonly reviewEvery?: number
}

interface Page {
  /** From the token that opened it, so that a lost office takes effect with the next token. */
  readonly reach: Reach
  readonly language: Language
  readonly sink: EventSink
}

/** The most streams of one member and of this server; beyond them a page polls. */
const PAGES_EACH = 12
const PAGES = 5000

/** Members per query. */
const PART = 500

/** Milliseconds for which changes are batched, and the pause after a failure. */
const GATHER = 15
const RETRY = 1000

/** The longest life of a stream in milliseconds, whatever the token's. */
const LONGEST = 3_600_000

/** The longest connection while impersonating: reconnecting checks that it is still allowed. */
const LONGEST_OF_ANOTHER = 60_000

/** Listens to PostgreSQL for changed notifications and updates the streams on this server. */
export function startLiveBells({ db, databaseUrl, log, reviewEvery = 30_000 }: LiveBellServices): LiveBells {
  const pages = new Map<string, Set<Page>>()
  const due = new Set<string>()
  const closing = new AbortController()
  let open = 0
  let ringing: Promise<void> | undefined

  const listener = listenTo({
    url: databaseUrl,
    channel: 'portal_bells',
    hear: (ids) => ring(ids.split(',').filter((id) => pages.has(id))),
    // Changes missed while disconnected are found by reading.
    onListening: () => ring(pages.keys()),
    onError: (error) => log.warn({ err: error }, 'Not listening for notifications at present'),
  })
  const review = setInterval(() => void endDisabled(), reviewEvery).unref()

  function ring(memberIds: Iterable<string>) {
    for (const id of memberIds) due.add(id)
    if (due.size > 0) ringing ??= ringAll().finally(() => (ringing = undefined))
  }

  async function ringAll() {
    while (due.size > 0 && !closing.signal.aborted) {
      await pause(GATHER)
      const ids = [...due].slice(0, PART)
      for (const id of ids) due.delete(id)
      try {
        await show(ids)
      } catch (error) {
        log.warn({ err: error }, 'Notifications could not be read')
        for (const id of ids) if (pages.has(id)) due.add(id)
        await pause(RETRY)
      }
    }
  }

  async function show(ids: readonly string[]) {
    const shown = ids.flatMap((id) => [...(pages.get(id) ?? [])])
    // A person's pages show the same unless their tokens differ.
    const alike = [...Map.groupBy(shown, ({ reach }) => JSON.stringify(reach)).values()]
    const bells = await selectBells(
      db,
      alike.map(([page]) => page!.reach),
    )
    for (const [at, bell] of bells.entries())
      for (const { language, sink } of alike[at]!) sink.send({ event: 'bell', data: presentBell(bell, language) })
  }

  async function endDisabled() {
    if (open === 0) return
    const disabled = await selectDisabledMembers(db, [...pages.keys()]).catch(() => [])
    for (const id of disabled) for (const { sink } of pages.get(id) ?? []) sink.end()
  }

  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal: closing.signal }).catch(() => {})

  return {
    get open() {
      return open
    },
    follow(actor) {
      const { memberId, via, identity } = actor
      const longest = isImpersonating(actor) ? LONGEST_OF_ANOTHER : LONGEST
      const own = pages.get(memberId)
      if (closing.signal.aborted || open >= PAGES) throw new Problem('unavailable')
      if (own && own.size >= PAGES_EACH) throw new Problem('too_many_requests')
      return (sink) => {
        const page = { reach: reachOf(actor), language: via.language, sink }
        const mine = pages.get(memberId) ?? new Set()
        pages.set(memberId, mine.add(page))
        open++
        const expiry = setTimeout(() => sink.end(), Math.min(timeLeft(identity), longest)).unref()
        ring([memberId])
        return () => {
          clearTimeout(expiry)
          open--
          mine.delete(page)
          if (mine.size === 0) pages.delete(memberId)
        }
      }
    },
    async close() {
      closing.abort()
      clearInterval(review)
      for (const mine of pages.values()) for (const { sink } of mine) sink.end()
      await Promise.all([listener.close(), ringing])
    },
  }
}
