const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Bytes in the signs of a QR code's alphanumeric mode (RFC 9285), three for two bytes: smaller than any other text in one. */
export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length
    let rest = isPair ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!
    for (let digit = isPair ? 3 : 2; digit > 0; digit--) {
      text += alphabet[rest % 45]
      rest = Math.floor(rest / 45)
    }
  }
  return text
}

/** @returns null for what no bytes are written as */
export function fromBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = text
      .slice(at, at + 3)
      .split('')
      .map((sign) => alphabet.indexOf(sign))
    if (digits.includes(-1)) return null
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0)
    if (value >= (digits.length === 3 ? 65_536 : 256)) return null
    bytes.push(...(digits.length === 3 ? [value >> 8, value & 255] : [value]))
  }
  return Uint8Array.from(bytes)
}
