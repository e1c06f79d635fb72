import path from 'node:path'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { freePort } from '#server/database/free-port.ts'
import type { Buyer } from './buyer.ts'
import type { Cluster } from './cluster.ts'
import type { Hosts } from './hosts.ts'
import { answers, start, until, type Started } from './processes.ts'
import type { Person } from './world.ts'

/** The portals' external components: a sign-in provider, a card gateway and a mail server, in one process or two. */
export interface Outside {
  readonly hosts: Hosts
  readonly issuer: string
  readonly gatewayUrl: string
  readonly managementUrl: string
  readonly smtpPort: number
  readonly processes: Readonly<Record<string, Started>>
  /** Access tokens as the provider would issue them. */
  signIn(people: readonly (Person & { readonly roles?: readonly string[] })[]): Promise<Buyer[]>
  /** Callbacks of the light gateway that a busy portal refused. */
  refused(): Promise<number>
  stop(): Promise<void>
}

/** The host name of the portal on a database. */
export const portalName = (database: string) => `https://${database.replaceAll('_', '-')}.portal.example`

const issuer = 'https://provider.example'
const light = 'https://gateway.example'

/** @param databases one for each portal */
export async function startOutside(
  cluster: Cluster,
  databases: readonly string[],
  simulators: boolean,
): Promise<Outside> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
  const [port, smtpPort, simulatorsPort, simulatorsSmtpPort] = await freePorts(4)
  const here = `http://127.0.0.1:${port}`
  const portals = await Promise.all(
    databases.map(async (name) => [portalName(name), `http://127.0.0.1:${await freePort()}`]),
  )
  const hosts: Hosts = { 'https://provider.example': here, [light]: here, ...Object.fromEntries(portals) }

  const logFile = path.join(cluster.dataDir, 'outside.log')
  const parameters = [JSON.stringify({ port, smtpPort, issuer, jwk })]
  const processes: Record<string, Started> = {
    outside: start('bench/support/outside-process.ts', { logFile, hosts, parameters }),
  }
  await until('The provider and the gateway', () => answers(`${here}/jwks`))

  const simulated = `http://127.0.0.1:${simulatorsPort}`
  if (simulators) {
    processes['simulators'] = start('simulators/main.ts', {
      logFile: path.join(cluster.dataDir, 'simulators.log'),
      hosts,
      // The gateway's callbacks go to the portals' names.
      preload: ['bench/support/plain-http.ts'],
      env: {
        DATA_DIR: path.join(cluster.dataDir, 'simulators'),
        SIMULATORS_PORT: String(simulatorsPort),
        SIMULATORS_SMTP_PORT: String(simulatorsSmtpPort),
        SIMULATORS_URL: simulated,
        PUBLIC_URL: databases.map(portalName).join(','),
      },
    })
    await until('The simulators', () => answers(`${simulated}/simulators`))
    Object.assign(hosts, { 'https://simulators.example': simulated })
  }
  const gateway = simulators ? 'https://simulators.example/simulators/card-gateway' : light

  return {
    hosts,
    issuer,
    gatewayUrl: simulators ? `${gateway}/gw` : light,
    managementUrl: simulators ? `${gateway}/mw/api/v2` : `${light}/api/v2`,
    smtpPort: simulators ? simulatorsSmtpPort! : smtpPort!,
    processes,
    signIn: (people) =>
      Promise.all(
        people.map(async ({ id, subject, roles }, at) => ({
          memberId: id,
          token: await accessToken(privateKey, subject, roles),
          ip: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
        })),
      ),
    refused: async () => ((await (await fetch(`${here}/refused`)).json()) as { refused: number }).refused,
    stop: async () => {
      await Promise.all(Object.values(processes).map((one) => one.stop()))
    },
  }
}

const accessToken = (key: CryptoKey, subject: string, roles: readonly string[] = []) =>
  new SignJWT({
    typ: 'Bearer',
    azp: 'member-web',
    // In production an address at an example domain is a demo person's, and refused.
    email: `${subject}@mail.test`,
    email_verified: true,
    realm_access: { roles },
    // Operators' calls require a sign-in of the last minutes.
    auth_time: Math.floor(Date.now() / 1000),
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench', typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience('account')
    .setIssuedAt()
    .setExpirationTime('6h')
    .sign(key)

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  return ports
}
