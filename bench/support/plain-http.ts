// Loaded into the portal's processes before anything else: their calls to https names of the benchmark's world go by http
// to the loopback, so that they run as in production without certificates.
import { readHosts, really } from './hosts.ts'

const hosts = readHosts()
const { fetch } = globalThis
globalThis.fetch = (input, init) => fetch(typeof input === 'string' ? really(hosts, input) : input, init)
