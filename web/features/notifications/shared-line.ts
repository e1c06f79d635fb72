import type { Bell } from '#contract/notifications.ts'
import type { Line, LineOptions } from './live-line.ts'

interface SharedLineOptions extends Pick<LineOptions, 'onBell' | 'onReturn'> {
  /** Tabs with the same name share one line. */
  readonly name: string
  /** Starts the line of the tab that leads. */
  readonly lead: (line: Required<Pick<LineOptions, 'isWatched' | 'onBell' | 'onReturn' | 'missed'>>) => Line
  readonly isVisible: () => boolean
}

/** What tabs say to each other. `watching`: somebody looks at this tab, is anybody leading? The others come from the leader. */
type Said =
  | { readonly kind: 'watching'; readonly check: boolean }
  | { readonly kind: 'leading' }
  | { readonly kind: 'bell'; readonly bell: Bell }
  | { readonly kind: 'return' }

/** Milliseconds between two times that a tab says it is watched; for which that counts; for which it waits for an answer. */
const WATCHING = 20_000
const WATCHED = 60_000
const PATIENCE = 3_000

/**
 * One line for all tabs of a browser, which has few connections to one server: the tab that holds the lock leads and tells
 * the others; when it goes, another takes over. One that is frozen still holds its lock, so a tab that somebody looks at
 * takes it away when no answer comes. Without locks each tab has its own line.
 */
export function shareLine({ name, lead, isVisible, onBell, onReturn }: SharedLineOptions): Line {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks || typeof BroadcastChannel === 'undefined')
    return lead({ isWatched: isVisible, onBell, onReturn, missed: false })

  const channel = new BroadcastChannel(name)
  const say: (said: Said) => void = channel.postMessage.bind(channel)
  let line: Line | null = null
  let last: Bell | null = null
  let watchedAt = 0
  let waiting = new AbortController()
  let release = () => {}
  let doubt: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (stopped) return
    if (data.kind === 'watching') answer(data.check)
    else if (!line) follow(data)
  })

  function answer(check: boolean) {
    if (!line) return
    watchedAt = Date.now()
    say(last ? { kind: 'bell', bell: last } : { kind: 'leading' })
    if (check) line.check()
  }

  function follow(said: Said) {
    clearTimeout(doubt)
    doubt = undefined
    if (said.kind === 'return') onReturn()
    if (said.kind !== 'bell') return
    last = said.bell
    onBell(said.bell)
  }

  function begin(): Line {
    clearTimeout(doubt)
    doubt = undefined
    watchedAt = Date.now()
    line?.stop()
    return (line = lead({
      isWatched: () => isVisible() || Date.now() - watchedAt < WATCHED,
      missed: last !== null,
      onBell(bell) {
        last = bell
        say({ kind: 'bell', bell })
        onBell(bell)
      },
      onReturn() {
        say({ kind: 'return' })
        onReturn()
      },
    }))
  }

  function end(one: Line) {
    one.stop()
    if (line === one) line = null
  }

  /** Leads for as long as it holds the lock; waits for its turn again when another tab took it. */
  async function hold(how: LockOptions): Promise<void> {
    let own: Line | null = null
    try {
      await locks!.request(name, how, () => {
        if (stopped) return
        own = begin()
        return new Promise<void>((resolve) => (release = resolve))
      })
    } catch (error) {
      if (stopped) return
      if (own) {
        end(own)
        waitForTurn()
      } else if ((error as Error).name !== 'AbortError') {
        // Locks that a browser offers and then refuses.
        begin()
      }
    }
  }

  function waitForTurn() {
    waiting = new AbortController()
    void hold({ signal: waiting.signal })
  }

  function take() {
    doubt = undefined
    if (line || stopped) return
    waiting.abort()
    void hold({ steal: true })
  }

  function ask(check: boolean) {
    if (!isVisible()) return
    say({ kind: 'watching', check })
    doubt ??= setTimeout(take, PATIENCE)
  }

  waitForTurn()
  ask(false)
  const asking = setInterval(() => {
    if (!line) ask(false)
  }, WATCHING)

  return {
    check() {
      if (line) line.check()
      else ask(true)
    },
    stop() {
      stopped = true
      clearInterval(asking)
      clearTimeout(doubt)
      waiting.abort()
      line?.stop()
      line = null
      release()
      channel.close()
    },
  }
}
