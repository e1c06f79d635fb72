import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readConfig } from '../config.ts'
import { encryptedColumns } from '../database/encrypted-columns.ts'

/** Files that run the portal elsewhere, compared with the portal: names, paths and ports that differ are found here. */
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Part {
  readonly [name: string]: unknown
}
interface Container extends Part {
  readonly name: string
  readonly command: string[]
  readonly env?: { name: string; value: string }[]
  readonly envFrom: Part[]
  readonly ports?: { name: string; containerPort: number }[]
  readonly securityContext: Part
  readonly lifecycle?: { preStop: { exec: { command: string[] } } }
}
interface Pod extends Part {
  readonly containers: Container[]
  readonly securityContext: Part
  readonly terminationGracePeriodSeconds: number
}

function parse<T>(file: string): T[] {
  const documents = parseAllDocuments(read(file), { merge: true, uniqueKeys: true })
  for (const { errors, warnings } of documents as { errors: unknown[]; warnings: unknown[] }[])
    expect([file, errors, warnings]).toEqual([file, [], []])
  return (documents as { toJS(): T }[]).map((document) => document.toJS())
}

/** Every variable that the portal reads, asked of the portal itself. */
function variables(): { all: Set<string>; required: string[] } {
  const all = new Set<string>()
  const env = (values: Record<string, string>) =>
    new Proxy(values, { get: (target, name) => (all.add(String(name)), target[String(name)]) })
  let message = ''
  try {
    readConfig(env({ NODE_ENV: 'production', WHATSAPP_URL: 'https://wa.example' }))
  } catch (error) {
    message = (error as Error).message
  }
  const required = [...message.matchAll(/^ {2}(\w+) is missing/gm)].map(([, name]) => name!)
  return { all, required: required.filter((name) => name !== 'WHATSAPP_TOKEN') }
}

const manifests = readdirSync(path.join(root, 'ops/kubernetes')).map((file) => `ops/kubernetes/${file}`)
const objects = () => manifests.flatMap((file) => parse<Part & { kind: string }>(file))
const named = (kind: string, name: string) =>
  objects().find((one) => one.kind === kind && (one.metadata as Part).name === name) as Part
const podOf = (object: Part): Pod => {
  const spec = (object.spec as { jobTemplate?: Part }).jobTemplate?.spec ?? object.spec
  return (spec as { template: { spec: Pod } }).template.spec
}
const workloads = () => objects().filter(({ kind }) => ['Deployment', 'CronJob'].includes(kind))

/** Lines of an example, those too that wait behind a `#` for whoever needs them. */
const exampleOf = (file: string) =>
  new Map(
    [...read(file).matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)].map(([line, name, value]) => [
      name!,
      { value, on: !line.startsWith('#') },
    ]),
  )

test('the portal requires the variables that this test expects', () => {
  const { all, required } = variables()
  expect(all.size).toBeGreaterThan(25)
  expect(required).toEqual(
    expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'SECRETS_KEY', 'SMTP_URL', 'MAIL_FROM']),
  )
})

test('the compose example names every variable that production requires, and no unknown one', () => {
  const { all, required } = variables()
  const example = exampleOf('ops/portal.env.example')
  expect([...example.keys()].filter((name) => !all.has(name))).toEqual([])
  expect(required.filter((name) => !example.get(name)?.on)).toEqual([])
  // The example cannot start as it is: a key has to be filled in.
  expect(example.get('SECRETS_KEY')).toEqual({ value: '', on: true })
})

test('so do the Kubernetes manifests, with secrets outside the settings', () => {
  const { all, required } = variables()
  const settings = Object.keys(named('ConfigMap', 'portal').data as Part)
  const secrets = Object.keys(named('Secret', 'portal').stringData as Part)
  expect(secrets).toEqual(['DATABASE_URL', 'SECRETS_KEY', 'SMTP_URL'])
  expect(required.filter((name) => ![...settings, ...secrets].includes(name))).toEqual([])
  const inPods = workloads().flatMap((one) =>
    podOf(one).containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  )
  expect([...settings, ...secrets, ...inPods].filter((name) => !all.has(name))).toEqual([])
})

test('the guide and the manifests have the number of connections that a process opens', () => {
  const sizes = [...read('server/context.ts').matchAll(/name: 'portal[ \w]*', size: (\d+)/g)].map(([, size]) =>
    Number(size),
  )
  expect(sizes).toHaveLength(3)
  // A server leaves the last pool, which is the jobs', unopened, and listens on a connection of its own.
  const [server, worker] = [sizes[0]! + sizes[1]! + 1, sizes[0]! + sizes[1]! + sizes[2]!]
  for (const file of ['docs/operate.md', 'ops/compose.yaml', 'ops/kubernetes/server.yaml'])
    expect(read(file)).toMatch(new RegExp(`server (uses|takes) up to ${server}`))
  expect(read('docs/operate.md')).toContain(`${server} × servers + ${worker} × workers`)
  expect(read('ops/compose.yaml')).toContain(`a worker up to ${worker}`)
})

test('the processes in Kubernetes and in compose fit the configured connections', () => {
  const [, server, worker] = /(\d+) × servers \+ (\d+) × workers/.exec(read('docs/operate.md'))!.map(Number)
  const { maxReplicas } = named('HorizontalPodAutoscaler', 'server').spec as { maxReplicas: number }
  const { replicas } = named('Deployment', 'worker').spec as { replicas: number }
  const most = server! * (maxReplicas + 1) + worker! * (replicas + 1) + 20
  const sum = `${server} × (${maxReplicas} + 1) + ${worker} × (${replicas} + 1) + 20`
  expect(read('docs/operate.md')).toContain(`${sum} = ${most}`)
  const advised = Number(/Give max_connections (\d+)/.exec(read('ops/kubernetes/server.yaml'))![1])
  expect(read('ops/kubernetes/server.yaml')).toContain(`= ${most}. `)
  expect(advised).toBeGreaterThanOrEqual(most)
  expect(read('docs/operate.md')).toContain(`max_connections = ${advised}`)
  const inCompose = Number(/max_connections=(\d+)/.exec(read('ops/compose.yaml'))![1])
  expect(inCompose).toBeGreaterThanOrEqual(server! + worker! + 20)
})

test('the systemd units start existing files and wait until a process has drained', () => {
  const units = readdirSync(path.join(root, 'ops/systemd')).filter((file) => file.endsWith('.service'))
  expect(units).toHaveLength(4)
  for (const unit of units) {
    const [, file] = /^ExecStart=.* (\S+\.ts)/m.exec(read(`ops/systemd/${unit}`))!
    expect(() => read(file!)).not.toThrow()
  }
  const patience = Number(/const PATIENCE = (\d+)_000/.exec(read('server/context.ts'))![1])
  for (const unit of ['server', 'worker'])
    expect(Number(/^TimeoutStopSec=(\d+)/m.exec(read(`ops/systemd/portal-${unit}.service`))![1])).toBeGreaterThan(
      patience,
    )
})

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'operation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('archiving again what is archived already succeeds, and replaces nothing', () => {
  const folder = temporaryFolder()
  const [, command] = /^archive_command = '(.+)'$/m.exec(read('ops/postgresql/archive.conf'))!
  const archive = (segment: string) => {
    writeFileSync(path.join(folder, 'segment'), segment)
    const filled = command!.replaceAll('/var/backups/wal', folder).replaceAll('%p', `${folder}/segment`)
    return spawnSync('sh', ['-c', filled.replaceAll('%f', '0001')]).status
  }
  expect([archive('first'), archive('first'), archive('other')]).toEqual([0, 0, 1])
  expect(readFileSync(path.join(folder, '0001'), 'utf8')).toBe('first')
})

test('the nightly base backup of the guide deletes older ones, and the log before those it keeps', () => {
  const folder = temporaryFolder()
  const program = (name: string, text: string) =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}`, { mode: 0o755 })
  program('pg_basebackup', 'mkdir -p $2 && echo "START WAL LOCATION: 0/9000028 (file 00$3)" > $2/backup_label')
  program('pg_archivecleanup', 'echo $@')
  const [night] = /^cd .* &&\n +pg_basebackup [^`]+/m.exec(read('docs/operate.md'))!
  const bases = path.join(folder, 'base')
  for (const [name, age] of Object.entries({ '2026-11-18': 10, '2026-11-21': 7 })) {
    execFileSync(path.join(folder, 'pg_basebackup'), ['-D', path.join(bases, name), name])
    const then = Date.now() / 1000 - age * 86_400
    utimesSync(path.join(bases, name), then, then)
  }
  const command = `PATH=${folder}:$PATH; ${night.replaceAll('/var/backups/', `${folder}/`)}`
  const cleaned = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
  expect(cleaned).toBe(`${folder}/wal 002026-11-21\n`)
  expect(readdirSync(bases)).toEqual(['2026-11-21', expect.any(String)])
})

test('the guide empties every encrypted column when the key is lost for good', () => {
  const [, statements] = /lost for good[^`]+```\n([^`]+)```/.exec(read('docs/operate.md'))!
  for (const { table, column } of encryptedColumns)
    expect(statements).toMatch(new RegExp(`^(update|delete from) ${table} .*\\b${column}\\b.*;$`, 'm'))
})

interface Realm {
  readonly users?: { email: string; realmRoles: string[] }[]
  readonly roles: { realm: { name: string; composites?: { realm: string[] } }[] }
}

test('the production realm has no users and requires a second factor of offices; demo people are marked', () => {
  const realm = JSON.parse(read('ops/keycloak/izy-realm.json')) as Realm & Record<string, unknown>
  expect(realm.users).toBeUndefined()
  expect(realm).toMatchObject({
    bruteForceProtected: true,
    eventsEnabled: true,
    adminEventsEnabled: true,
    verifyEmail: true,
  })
  const kept = 90 * 86_400
  expect(read('docs/operate.md')).toMatch(/sign-in and admin events kept\s+for 90 days/)
  expect(realm).toMatchObject({ eventsExpiration: kept, attributes: { adminEventsExpiration: `${kept}` } })
  expect(realm.passwordPolicy).toContain('length(12)')
  const offices = realm.roles.realm.filter(({ name }) => name.startsWith('org:'))
  expect(offices.length).toBeGreaterThan(3)
  for (const { composites } of offices) expect(composites?.realm).toEqual(['second-factor'])
  const { users = [] } = JSON.parse(read('ops/keycloak/izy-users-0.json')) as Realm
  expect(users.length).toBeGreaterThan(5)
  for (const { email, realmRoles } of users)
    expect([email, realmRoles]).toEqual([email, expect.arrayContaining(['demo-person'])])
})

test("every proxy example allows pictures and streams and sets the caller's address", () => {
  const largest = Math.max(...Object.values(api).flatMap((domain) => Object.values(domain).map(bytesOf)))
  const nginx = read('ops/proxies/nginx.conf')
  const limits = [/client_max_body_size (\d+)m/.exec(nginx), /max_size (\d+)MB/.exec(read('ops/proxies/Caddyfile'))]
  const { annotations } = named('Ingress', 'portal').metadata as { annotations: Record<string, string> }
  limits.push(/^(\d+)m$/.exec(annotations['nginx.ingress.kubernetes.io/proxy-body-size']!))
  for (const limit of limits) expect(Number(limit?.[1]) * 1e6).toBeGreaterThan(largest)
  for (const file of ['nginx.conf', 'haproxy.cfg'])
    for (const header of ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host'])
      expect(read(`ops/proxies/${file}`)).toContain(header)
  expect(read('server/http/event-stream.ts')).toContain(`'x-accel-buffering': 'no'`)
})

test('no proxy example logs an address as it came', () => {
  const nginx = read('ops/proxies/nginx.conf')
  expect(nginx).toMatch(/error_log \S+ crit;/)
  const haproxy = read('ops/proxies/haproxy.cfg')
  const formats = [/^log_format .*$/m.exec(nginx)![0], /^ +log-format .*$/m.exec(haproxy)![0]]
  expect(formats[0]).toContain('$logged_uri')
  expect(formats[1]).toContain('txn.logged_path')
  for (const format of formats)
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_referer)\b|%(\+?Q?r|HP|HPO|HQ|HU|HR)\b/)
  expect(haproxy).not.toMatch(/option httplog|capture request header/)
  const caddy = read('ops/proxies/Caddyfile')
  expect(caddy.match(/^\s*log\b.*$/gm)).toEqual(['\tlog {'])
  for (const field of ['request>uri', 'request>headers>Referer']) expect(caddy).toContain(`${field} delete`)
  expect(named('Ingress', 'portal').metadata).toMatchObject({
    annotations: { 'nginx.ingress.kubernetes.io/enable-access-log': 'false' },
  })
})

const bytesOf = (endpoint: Endpoint): number => endpoint.upload?.maxBytes ?? 0

test('the commands of the manifests are in the image', () => {
  const image = read('ops/Containerfile')
  const compose = parse<{ services: Record<string, { command: string[] }> }>('ops/compose.yaml')[0]!
  const ours = Object.entries(compose.services).filter(([name]) => name !== 'database')
  const commands = [
    ...ours.map(([, { command }]) => command),
    ...workloads().flatMap((one) => podOf(one).containers.map(({ command }) => command)),
  ]
  expect(commands).toHaveLength(7)
  for (const [program, file] of commands) {
    expect(program).toBe('node')
    expect(() => read(file!)).not.toThrow()
    expect(image).toMatch(file!.startsWith('server/') ? /^COPY server /m : /^COPY scripts\/operator /m)
  }
  for (const [, sources] of image.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const source of sources!.split(' '))
      expect(readdirSync(path.join(root, path.dirname(source)))).toContain(
        path.basename(source) === '.' ? 'server' : path.basename(source),
      )
})

test('the unprivileged user of the image owns every folder that compose keeps in a volume', () => {
  const { services } = parse<{ services: Record<string, { image: string; volumes?: string[] }> }>(
    'ops/compose.yaml',
  )[0]!
  const folders = Object.values(services)
    .filter(({ image }) => image === 'portal')
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[1]))
  expect(folders).toEqual(['/backups'])
  const [stage] = read('ops/Containerfile').split('\nFROM ').at(-1)!.split('\nUSER node\n')
  for (const folder of folders) expect(stage).toContain(`mkdir ${folder} && chown node:node ${folder}`)
})

test('the server imports nothing that the image leaves out', () => {
  const removed = /^RUN rm -rf (.+)$/m
    .exec(read('ops/Containerfile'))![1]!
    .split(' ')
    .filter((name) => /^[@a-z]/.test(name) && !name.includes('*'))
  expect(removed).toContain('@mantine')
  const code = ['server', 'contract'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing'))
      .map((file) => read(`${folder}/${file}`)),
  )
  for (const name of removed)
    expect(
      code.filter((text) => new RegExp(`from '${name}['/]`).test(text)),
      name,
    ).toEqual([])
})

test('a pod has probes, a grace period and no privileges', () => {
  const paths = read('server/http/health.ts')
  const port = { server: 3000, worker: 9465 }
  for (const name of ['server', 'worker'] as const) {
    const pod = podOf(named('Deployment', name))
    const [container] = pod.containers
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const { path: asked, port: door } = (container![probe] as { httpGet: { path: string; port: string } }).httpGet
      expect(paths).toContain(`'${asked}'`)
      expect(container!.ports).toContainEqual({ name: door, containerPort: port[name] })
    }
    // The process itself gives up after 25 seconds.
    const patience = Number(/const PATIENCE = (\d+)_000/.exec(read('server/context.ts'))![1])
    const before = Number(container!.lifecycle?.preStop.exec.command[1] ?? 0)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(before + patience + 5)
    expect((named('Deployment', name).spec as { strategy: Part }).strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    })
    expect(named('PodDisruptionBudget', name)).toBeDefined()
  }
  for (const workload of workloads()) {
    const { containers, securityContext, automountServiceAccountToken } = podOf(workload)
    expect(automountServiceAccountToken).toBe(false)
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    for (const one of containers) {
      expect(one.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(one.resources).toMatchObject({ limits: { memory: expect.stringMatching(/Mi$/) as string } })
    }
  }
  const { stop_grace_period: grace } = parse<{ services: { server: { stop_grace_period: string } } }>(
    'ops/compose.yaml',
  )[0]!.services.server
  expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(30)
})

test('every manifest but the example secret is applied', () => {
  const { resources } = parse<{ resources: string[] }>('ops/kubernetes/kustomization.yaml')[0]!
  const files = readdirSync(path.join(root, 'ops/kubernetes'))
  expect(resources.toSorted()).toEqual(files.filter((file) => !/^(kustomization|secret)/.test(file)).toSorted())
})
