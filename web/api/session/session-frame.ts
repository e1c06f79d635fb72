/** How often the identity provider's page is asked, and how long an answer may take. */
const askEveryMs = 5_000
const answerWithinMs = 10_000

export interface SessionFrameOptions {
  /** The identity provider's page (`check_session_iframe`). */
  readonly url: string
  readonly clientId: string
  readonly sessionState: string
  /** The session is not the one named any more; nothing is asked afterwards. */
  readonly onChange: () => void
}

/**
 * Asks the identity provider's own page, in a hidden frame, whether its session is still the one that is known here
 * (OpenID Connect Session Management). It costs no request: the page looks at its cookie. An error, or no answer in time,
 * ends the asking quietly: the browser or the provider does not want it. @returns what ends it
 */
export function watchSessionFrame({ url, clientId, sessionState, onChange }: SessionFrameOptions): () => void {
  const { origin } = new URL(url)
  const frame = document.createElement('iframe')
  let timeout: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setInterval> | undefined

  const stop = () => {
    clearTimeout(timeout)
    clearInterval(asking)
    removeEventListener('message', hear)
    frame.remove()
  }
  const ask = () => {
    if (timeout !== undefined) return
    timeout = setTimeout(stop, answerWithinMs)
    frame.contentWindow?.postMessage(`${clientId} ${sessionState}`, origin)
  }
  const hear = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    clearTimeout(timeout)
    timeout = undefined
    if (event.data === 'unchanged') return
    stop()
    if (event.data === 'changed') onChange()
  }

  frame.addEventListener('load', () => {
    ask()
    asking ??= setInterval(ask, askEveryMs)
  })
  addEventListener('message', hear)
  frame.hidden = true
  frame.title = 'Session status'
  frame.src = url
  document.body.append(frame)
  return stop
}
