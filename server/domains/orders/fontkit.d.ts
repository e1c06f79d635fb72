declare module 'fontkit' {
  /** A font as pdfkit takes it, too, though its types do not say so. */
  export function openSync(path: string): Uint8Array
}
