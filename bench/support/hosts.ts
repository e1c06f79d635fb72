/** Names of the benchmark's world, and where each really is: production insists on https, which nothing here speaks. */
export type Hosts = Readonly<Record<string, string>>

/** Passed to every process of the benchmark. */
export const HOSTS_VARIABLE = 'BENCH_HOSTS'

export const readHosts = (): Hosts => JSON.parse(process.env[HOSTS_VARIABLE] ?? '{}') as Hosts

/** The address with its origin replaced by where that really is. */
export function really(hosts: Hosts, address: string): string {
  const { origin } = new URL(address)
  return (hosts[origin] ?? origin) + address.slice(origin.length)
}
