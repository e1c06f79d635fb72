const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 40 random letters and digits, each equally likely: names one thing that is sent, so that sent twice it is done once. */
export function newToken(): string {
  const signs: string[] = []
  while (signs.length < 40) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // 248 is the last multiple of 62 in a byte: beyond it the first letters would come more often.
      const sign = byte < 248 ? alphabet[byte % alphabet.length] : undefined
      if (sign && signs.length < 40) signs.push(sign)
    }
  }
  return signs.join('')
}
