const registrable = (hostname: string) =>
  /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')

/**
 * Whether a browser counts two addresses as one site, so that a frame of one in a page of the other gets its cookies. It
 * looks at the last two parts of the name: under a suffix such as `co.uk` it takes two sites for one.
 */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && registrable(a.hostname) === registrable(b.hostname)
}
