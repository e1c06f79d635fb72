import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', './scripts/failed-tests.ts'],
    // One worker more than cores: a fifth of the tests' time is waiting, for processes that start and for what must not come.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit+integration',
          environment: 'node',
          include: ['{contract,server,simulators,scripts}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env.NIGHTLY ? [] : ['**/*.nightly.test.ts'])],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/only-loopback.ts'],
          // Forks, because tests end processes and start servers. One loads what the tests of its files share once; a test
          // that changes something of the process puts it back.
          pool: 'forks',
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          // A machine may be busy with other things than this test.
          expect: { poll: { timeout: 10_000 } },
          // The server's own messages about a database that a test takes away are part of the test.
          env: { NODE_ENV: 'test', TZ: 'UTC' },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // Each file has a page of its own, in a process that stays: making both anew would be most of the time.
          pool: 'vmThreads',
          testTimeout: 20_000,
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test-page.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          env: { TZ: 'Europe/Copenhagen' },
        },
      },
    ],
  },
})
