import type { PortalConfig } from '#contract/portal-config.ts'

/** What holds when no server wrote a configuration into the page, as with `vite` alone. */
const unserved = (): PortalConfig => ({
  productKey: 'izy',
  productName: 'Member portal',
  oidcIssuer: `${location.origin}/realms/izy`,
  oidcClientId: 'member-web',
  devEnvironment: 0,
  sessionTimeoutMinutes: 30,
  notificationsEnabled: true,
  appStoreUrl: null,
  offline: true,
  provider: null,
  vendor: null,
})

function read(): PortalConfig {
  const text = document.getElementById('portal-config')?.textContent?.trim()
  // The server of the same build has checked it.
  return text ? (JSON.parse(text) as PortalConfig) : unserved()
}

/** The public configuration that the server wrote into the page. */
export const config: PortalConfig = read()
