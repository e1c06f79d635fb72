declare module 'fontkit' {
  /** A font. pdfkit accepts it, although its types do not say so. */
  interface Font extends Uint8Array {
    /** All code points in the font. */
    readonly characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): unknown
  }
  export function openSync(path: string): Font
}
