declare module 'fontkit' {
  /** A font as pdfkit takes it, too, though its types do not say so. */
  interface Font extends Uint8Array {
    /** Every code point that it can show. */
    readonly characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): unknown
  }
  export function openSync(path: string): Font
}
