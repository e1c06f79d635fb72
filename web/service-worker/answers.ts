/**
 * Whether an address is a page of the portal, which a browser without network may be shown from what it keeps. The
 * identity provider's pages, the returns from the payment window, the calls, the reference and whatever is a file are the
 * server's alone.
 */
export const isPage = (path: string): boolean =>
  !/^\/(?:realms|ui|tools|simulators|docs|assets|fonts|healthz|readyz|metrics)(?:\/|$)/i.test(path) &&
  !/^\/[\w-]+-api(?:\/|$)/i.test(path) &&
  !/\.\w+$/.test(path)
