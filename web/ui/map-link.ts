/** Where a map shows an address; the other site learns nothing but the address. */
export const mapOf = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
