declare module 'punycode.js' {
  const punycode: {
    toASCII(domain: string): string
    /** Throws a `RangeError` for what is no Punycode. */
    toUnicode(domain: string): string
  }
  export default punycode
}
