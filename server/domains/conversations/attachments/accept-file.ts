import { cutText } from '#contract/cut-text.ts'
import { encodePicture } from '#server/documents/encode-image.ts'
import { Problem } from '#server/http/problem.ts'

/** A file as it is stored and served. */
interface AcceptedFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** The first bytes of pictures that browsers show. */
const pictures = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']
const isPicture = (head: string) =>
  pictures.some((beginning) => head.startsWith(beginning)) || (head.startsWith('RIFF') && head.startsWith('WEBP', 8))

/**
 * Identifies an uploaded file by its content alone, never by its name or claimed type. Pictures are re-encoded; PDFs
 * and plain text are stored unchanged. Throws `attachment_type`, `image_unreadable` and `image_too_large`.
 */
export async function acceptFile(name: string, sent: Uint8Array): Promise<AcceptedFile> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const head = bytes.toString('latin1', 0, 16)
  if (isPicture(head)) {
    const picture = Buffer.from(await encodePicture(bytes))
    return { name: fileName(name, 'webp'), contentType: 'image/webp', bytes: picture }
  }
  if (head.startsWith('%PDF-')) return { name: fileName(name, 'pdf'), contentType: 'application/pdf', bytes }
  if (isPlainText(bytes)) return { name: fileName(name, 'txt'), contentType: 'text/plain; charset=utf-8', bytes }
  throw new Problem('attachment_type')
}

/** The first characters of texts that a program would run or render. */
const begins = /^\s*(<|%PDF|%!|\{\\rtf|#!|MIME-Version:|#include)/i
/** Markup anywhere in a text that would make it a page or a drawing. */
const markup =
  /<\s*(?:\/\s*)?(!doctype|html|head|body|script|svg|iframe|object|embed|meta|link|style|form|math|foreignobject)\b|<\?/i

/** Whether bytes are readable UTF-8: no control characters, no markup. */
function isPlainText(bytes: Uint8Array): boolean {
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

/** Extensions used for each kind of file; any other stays, followed by the kind's own. */
const endings = {
  webp: /\.(webp|jpe?g|jfif|png|gif)$/i,
  pdf: /\.pdf$/i,
  txt: /\.txt$/i,
} as const

const LONGEST = 100

/**
 * A safe file name: without folders or characters that are invalid or hide the extension, and with the extension of
 * its real type.
 */
export function fileName(name: string, kind: keyof typeof endings): string {
  const visible = name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '')
  const own = visible.slice(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1)
  const stem = own
    .replace(endings[kind], '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const short = cutText(stem, LONGEST).trimEnd()
  return `${short || 'file'}.${kind}`
}
