/** Endings that people give to a kind of file; another ending stays, and the kind's own is put behind it. */
const endings = {
  webp: /\.(webp|jpe?g|jfif|png|gif)$/i,
  pdf: /\.pdf$/i,
  txt: /\.txt$/i,
} as const

const LONGEST = 100

/**
 * The name under which a file is kept: as somebody called it, without folders, without letters that no file system has or
 * that hide the ending, and with the ending of what it is.
 */
export function fileName(name: string, kind: keyof typeof endings): string {
  const visible = name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '')
  const own = visible.slice(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1)
  const stem = own
    .replace(endings[kind], '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  // By whole letters, so that none is cut in two.
  const short = Array.from(stem).slice(0, LONGEST).join('').trimEnd()
  return `${short || 'file'}.${kind}`
}
