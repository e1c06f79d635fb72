const loopbackNames = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Whether a `URL.hostname` is this machine. */
export const isLoopback = (hostname: string) => loopbackNames.test(hostname)

/** On one machine the portal's host name is used for it, as the portal does. */
export function besidePortal(address: string, portalUrl: string | undefined): string {
  const url = URL.parse(address)
  const portal = URL.parse(portalUrl ?? '')
  if (!url || !portal || !isLoopback(url.hostname) || !isLoopback(portal.hostname)) return address
  url.hostname = portal.hostname
  return url.origin
}

/**
 * The origins that the simulators may redirect or call: the portal's and this machine, so that they cannot be used to reach into a
 * network.
 */
export function allowedOrigins(portalUrls: string[]) {
  const portals = new Set(portalUrls.map((url) => new URL(url).origin))
  return {
    portals: [...portals],
    allowsOrigin: (origin: string) => {
      const url = URL.parse(origin)
      return url !== null && (portals.has(url.origin) || (isWeb(url) && isLoopback(url.hostname)))
    },
    /** A full address without user info, on an allowed origin. */
    allowsUrl: (address: string) => {
      const url = URL.parse(address)
      if (!url || !isWeb(url) || url.username || url.password) return false
      return portals.has(url.origin) || isLoopback(url.hostname)
    },
  }
}

export type AllowedOrigins = ReturnType<typeof allowedOrigins>

const isWeb = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'
