/** Host names of the benchmark and their real addresses: production requires https, which nothing here serves. */
export type Hosts = Readonly<Record<string, string>>

/** Passed to every process of the benchmark. */
export const HOSTS_VARIABLE = 'BENCH_HOSTS'

export const readHosts = (): Hosts => JSON.parse(process.env[HOSTS_VARIABLE] ?? '{}') as Hosts

/** The URL with its origin replaced by the real address. */
export function really(hosts: Hosts, address: string): string {
  const { origin } = new URL(address)
  return (hosts[origin] ?? origin) + address.slice(origin.length)
}
