/**
 * Whether an address is a page of the portal, which may be answered from the cache without network. The sign-in provider's pages, returns
 * from the payment window, calls, the API reference and files are the server's alone.
 */
export const isPage = (path: string): boolean =>
  !/^\/(?:realms|ui|tools|simulators|docs|assets|fonts|healthz|readyz|metrics)(?:\/|$)/i.test(path) &&
  !/^\/[\w-]+-api(?:\/|$)/i.test(path) &&
  !/\.\w+$/.test(path)
