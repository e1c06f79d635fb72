import { deflateSync } from 'node:zlib'

/** A PDF of these objects, as far as those who look for what it says are concerned. */
export const pdfOf = (...objects: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    ...objects.map((object, at) =>
      Buffer.concat([
        Buffer.from(`${at + 1} 0 obj\n`),
        Buffer.from(object as string, 'latin1'),
        Buffer.from('\nendobj\n'),
      ]),
    ),
    Buffer.from(`trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n9\n%%EOF\n`),
  ])

/** The document itself, with more of what a reader heeds. */
export const catalog = (more = '') => `<</Type/Catalog/Pages 2 0 R${more}>>`

/** A stream as it stands in the file, compressed. */
export function streamOf(text: string | Buffer, dictionary = ''): Buffer {
  const bytes = deflateSync(text)
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}
