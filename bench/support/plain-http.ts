// Loaded into the portal's processes first: redirects their calls to the benchmark's https names to http on
// the loopback, so that they run as in production without certificates.
import { readHosts, really } from './hosts.ts'

const hosts = readHosts()
const { fetch } = globalThis
globalThis.fetch = (input, init) => fetch(typeof input === 'string' ? really(hosts, input) : input, init)
