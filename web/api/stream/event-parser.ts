/** One server-sent event. */
export interface ParsedEvent {
  /** `message` when the server names none. */
  readonly event: string
  readonly data: string
}

/** Takes server-sent events out of text that comes in pieces, wherever it was cut. */
export function createEventParser(onEvent: (event: ParsedEvent) => void): (piece: string) => void {
  let rest = ''
  let afterReturn = false
  let event = ''
  let data: string[] = []

  function take(line: string) {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    // What begins with a colon is a comment; `id` and `retry` mean nothing to a reader that is told all there is each time.
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }

  return (piece) => {
    if (piece === '') return
    // A line may end in CR, LF or both, and the two may come in different pieces.
    const text = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    afterReturn = piece.endsWith('\r')
    const lines = (rest + text).split(/\r\n|\r|\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}
