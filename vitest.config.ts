import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Tests of whole processes: how they start, and what is left when they die. */
const processes = [
  'server/operation/{production,cancel-run,import-run,message-run,move-run,offer-run,backup-and-restore,proxies,planted-faults}.nightly.test.ts',
  'server/outages/embedded-outage.nightly.test.ts',
  'server/database/embedded.nightly.test.ts',
  'simulators/main.test.ts',
  'scripts/generated-clients.nightly.test.ts',
]

const exclude = [
  ...configDefaults.exclude,
  '**/*.year.test.ts',
  ...(process.env.NIGHTLY ? [] : ['**/*.nightly.test.ts']),
]

/** Tests that need a page without drawing: a page costs ten times what such a test does. */
const inPage = 'web/**/*.dom.test.ts'

const node = {
  environment: 'node',
  setupFiles: ['server/testing/only-loopback.ts'],
  // Forks, because tests end processes and start servers. One loads what the tests of its files share once, and has one app
  // and one database for them; a test that changes something of the process puts it back.
  pool: 'forks',
  isolate: false,
  // Node runs our TypeScript as it is, as it does in production: nothing is transformed.
  experimental: { viteModuleRunner: false },
  // A machine may be busy with other things than this test.
  expect: { poll: { timeout: 20_000 } },
  // The server's own messages about a database that a test takes away are part of the test.
  env: { NODE_ENV: 'test', TZ: 'UTC' },
  provide: { nightly: Boolean(process.env.NIGHTLY) },
} satisfies TestProjectInlineConfiguration['test']

/** More than a year of two clubs takes minutes: `npm run test:year`. */
const year = {
  test: {
    ...node,
    name: 'year',
    include: ['server/testing/year/*.year.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
}

export default defineConfig({
  test: {
    reporters: ['default', './scripts/failed-tests.ts'],
    // Two workers a core: half of a test's time is waiting, for the database and for what must not come.
    maxWorkers: 2 * availableParallelism(),
    // Once for all projects.
    globalSetup: ['server/testing/global-setup.ts'],
    projects: [
      ...(process.env.YEAR ? [year] : []),
      {
        test: {
          ...node,
          name: 'processes',
          include: processes,
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'unit+integration',
          include: ['{bench,chaos,contract,server,simulators,scripts}/**/*.test.ts'],
          exclude: [...exclude, ...processes],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'node',
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          include: ['web/**/*.test.ts'],
          setupFiles: ['web/test-language.ts'],
          exclude: [...exclude, inPage],
          env: { TZ: 'Europe/Copenhagen' },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web pages',
          environment: 'jsdom',
          // Each file has a page of its own, in a process that stays: making both anew would be most of the time.
          pool: 'vmThreads',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          include: ['web/**/*.test.tsx', inPage],
          setupFiles: ['web/test-page.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          env: { TZ: 'Europe/Copenhagen' },
        },
      },
    ],
  },
})
