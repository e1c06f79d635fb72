import { defineConfig } from '@playwright/test'
import { installedBrowser } from './scripts/installed-browser.mjs'

// Undefined where `npm run check` reads this before a browser is installed; the stories are run by `npm test`, which installs one.
const executablePath = installedBrowser()

/** Stories that look at every page, or take pictures. */
const nightly = /@nightly|nightly\/|(keycloak|pictures|screenshots)\.e2e/

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // Pictures are taken by hand. A real Keycloak is there or not.
  testIgnore: [
    ...(process.env.SCREENSHOTS ? [] : ['**/screenshots.e2e.ts']),
    ...(process.env.GUIDE_PICTURES ? [] : ['**/guide-pictures.e2e.ts']),
    ...(process.env.KEYCLOAK_URL ? [] : ['**/keycloak.e2e.ts']),
  ],
  outputDir: 'test-results',
  // Every worker has an app of its own, and with it its own database and simulators.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: 'stories', grepInvert: nightly, timeout: 180_000 },
    { name: 'nightly', grep: nightly, timeout: 300_000 },
  ],
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    viewport: { width: 1440, height: 900 },
    // One story is about what is kept for pages without network; the others meet the server.
    serviceWorkers: 'block',
    // Each story traced costs a quarter of the whole: `--trace on` where one is to be looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // One process less for each page that a story opens: a twentieth of what the stories cost.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
