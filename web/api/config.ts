import type { PortalConfig } from '#contract/portal-config.ts'

/** Used when no server wrote a configuration into the page, for example under plain `vite`. */
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
  // Already validated by the server of the same build.
  return text ? (JSON.parse(text) as PortalConfig) : unserved()
}

/** The public configuration, written into the page by the server. */
export const config: PortalConfig = read()
