/** How texts begin that a program would run or draw rather than show. */
const begins = /^\s*(<|%PDF|%!|\{\\rtf|#!|MIME-Version:|#include)/i
/** What makes a page or a drawing of a text, wherever it stands. */
const markup =
  /<\s*(?:\/\s*)?(!doctype|html|head|body|script|svg|iframe|object|embed|meta|link|style|form|math|foreignobject)\b|<\?/i

/** Whether bytes are UTF-8 that people read: lines of letters, no control characters, no markup. */
export function isPlainText(bytes: Uint8Array): boolean {
  const text = decode(bytes)
  if (text === null || text.trim() === '') return false
  return !/[^\P{Cc}\t\n\r]/u.test(text) && !begins.test(text) && !markup.test(text)
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
