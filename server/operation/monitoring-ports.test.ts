import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

/** A server is scraped at the first port and a worker at the second, however they are installed. */
const PORTS = { METRICS_PORT: 9464, WORKER_PORT: 9465 }

const folder = path.resolve(import.meta.dirname, '../../ops')
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

/** `METRICS_PORT=9464`, `METRICS_PORT: '9464'`, `name: METRICS_PORT, value: '9464'`, and as a comment. */
const set = /\b(METRICS_PORT|WORKER_PORT)(?:=|: |, value: )'?(\d+)'?/g

test('every file of ops sets the same ports', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(set)].map(([, name, port]) => ({
      file: path.relative(folder, file),
      set: `${name}=${port}`,
    })),
  )
  expect(new Set(found.map((one) => one.set))).toEqual(
    new Set(Object.entries(PORTS).map(([name, port]) => `${name}=${port}`)),
  )
  expect(new Set(found.map(({ file }) => file))).toEqual(
    new Set([
      'compose.yaml',
      'kubernetes/server.yaml',
      'kubernetes/worker.yaml',
      'portal.env.example',
      'systemd/portal-server.service',
      'systemd/portal-worker.service',
    ]),
  )
})

test('Prometheus scrapes these ports', () => {
  const targets = [...read('monitoring/prometheus.yml').matchAll(/targets: \['127\.0\.0\.1:(\d+)'\] # (\w+)/g)]
  expect(targets.map(([, port, name]) => [name, Number(port)])).toEqual(Object.entries(PORTS))
})

test('Prometheus tells servers from workers, in Kubernetes by the labels of their pods', () => {
  const scraped = ['prometheus.yml', 'prometheus.kubernetes.yml'].map((file) => {
    const { scrape_configs } = parse(read(`monitoring/${file}`)) as { scrape_configs: Scraped[] }
    expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['portal'])
    return scrape_configs[0]!
  })
  const [plain, pods] = scraped as [Scraped, Scraped]
  const parts = plain.static_configs!.map(({ labels }) => labels.part)
  const [kept, ...others] = pods.relabel_configs!
  const from = (label: string) => `__meta_kubernetes_pod_${label}`
  expect(kept!.source_labels).toEqual([from('label_app'), from('container_port_name')])
  expect(others).toContainEqual({ source_labels: [from('label_part')], target_label: 'part' })
  const found = ['server', 'worker'].map((name) => {
    const [deployment] = parseAllDocuments(read(`kubernetes/${name}.yaml`)).map((one) => one.toJS() as Deployment)
    const { metadata, spec } = deployment!.spec.template
    const ports = spec.containers[0]!.ports.map((port) => `${metadata.labels.app};${port.name}`)
    expect(ports.filter((port) => new RegExp(`^(?:${kept!.regex})$`).test(port))).toHaveLength(1)
    return metadata.labels.part
  })
  expect([parts, found]).toEqual([
    ['server', 'worker'],
    ['server', 'worker'],
  ])
  for (const part of parts) expect(read('monitoring/rules.yml')).toContain(`absent(up{job="portal",part="${part}"})`)
})

interface Scraped {
  readonly job_name: string
  readonly static_configs?: readonly { readonly labels: { readonly part: string } }[]
  readonly relabel_configs?: readonly { readonly source_labels: readonly string[]; readonly regex?: string }[]
}

test('compose offers these ports to the machine, and Kubernetes to its monitoring', () => {
  const compose = read('compose.yaml')
  for (const port of Object.values(PORTS)) expect(compose).toContain(`'127.0.0.1:${port}:${port}'`)

  const pods = ['kubernetes/server.yaml', 'kubernetes/worker.yaml'].map((file) => {
    const [deployment] = parseAllDocuments(read(file)).map((document) => document.toJS() as Deployment)
    const { metadata, spec } = deployment!.spec.template
    return [
      Number(metadata.annotations['prometheus.io/port']),
      spec.containers[0]!.ports.find(({ name }) => name === 'watch')?.containerPort,
    ]
  })
  expect(pods).toEqual(Object.values(PORTS).map((port) => [port, port]))
})

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly metadata: {
        readonly annotations: Readonly<Record<string, string>>
        readonly labels: { readonly app: string; readonly part: string }
      }
      readonly spec: {
        readonly containers: readonly {
          readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
        }[]
      }
    }
  }
}
