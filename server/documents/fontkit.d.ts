declare module 'fontkit' {
  /** A font. pdfkit accepts it, although its types do not say so. */
  export interface Font extends Uint8Array {
    /** All code points in the font. */
    readonly characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): unknown
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function openSync(path: string): Font
  export function create(bytes: Uint8Array): Font
}

declare module 'wawoff2/decompress.js' {
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>
}
