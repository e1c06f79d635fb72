import { Problem } from '#server/http/problem.ts'
import { encodePicture } from '#server/domains/members/index.ts'
import { fileName } from './file-name.ts'
import { isPlainText } from './is-plain-text.ts'

/** A file as the portal keeps and serves it. */
export interface AcceptedFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** How pictures that a browser shows begin. */
const pictures = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']
const isPicture = (head: string) =>
  pictures.some((beginning) => head.startsWith(beginning)) || (head.startsWith('RIFF') && head.startsWith('WEBP', 8))

/**
 * What somebody sent, by its content alone; its name and the type it claims say nothing. Pictures are made anew, a PDF and plain
 * text are kept as they are. Throws `attachment_type`, `image_unreadable` and `image_too_large`.
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
