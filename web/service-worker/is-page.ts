/**
 * Whether a path is a page that may be served from the cache offline. Identity provider, payment returns, APIs, API
 * reference and files always go to the server.
 */
export const isPage = (path: string): boolean =>
  !/^\/(?:realms|ui|tools|simulators|docs|assets|fonts|healthz|readyz|metrics)(?:\/|$)/i.test(path) &&
  !/^\/[\w-]+-api(?:\/|$)/i.test(path) &&
  !/\.\w+$/.test(path)
