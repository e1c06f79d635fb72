interface Cookie {
  name: string
  value: string
  path: string
  /** Not for scripts. */
  httpOnly: boolean
}

/** A minimal browser for signing in and paying: cookies by path, forms, and manual redirects. */
export function openBrowser(language = 'en') {
  let cookies: Cookie[] = []

  const remember = (response: Response, address: URL) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(/;\s*/)
      const [name = '', ...value] = pair!.split('=')
      const attribute = (key: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
      const path = attribute('path') ?? address.pathname
      const expires = attribute('expires')
      cookies = cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
      if (!expires || new Date(expires) > new Date()) {
        const httpOnly = attributes.some((one) => one.toLowerCase() === 'httponly')
        cookies.push({ name, value: value.join('='), path, httpOnly })
      }
    }
  }

  const request = async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address)
    const cookie = cookies
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
    const headers = {
      accept: 'text/html',
      'accept-language': language,
      cookie: cookie.join('; '),
      ...(init.headers as Record<string, string>),
    }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    remember(response, url)
    return response
  }

  return {
    /** `document.cookie` of a page. */
    readable: (address: string) =>
      cookies
        .filter(({ path, httpOnly }) => !httpOnly && new URL(address).pathname.startsWith(path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    get: request,
    post: (address: string | URL, fields: Record<string, string>) =>
      request(address, { method: 'POST', body: new URLSearchParams(fields) }),
    /** Follows redirects within this origin. Returns the last response and its URL. */
    async follow(response: Response, from: string | URL): Promise<{ response: Response; url: URL }> {
      let url = new URL(from)
      for (let location = response.headers.get('location'); location; location = response.headers.get('location')) {
        const next = new URL(location, url)
        if (next.origin !== url.origin) return { response, url: next }
        url = next
        response = await request(url)
      }
      return { response, url }
    },
    clearCookies: () => (cookies = []),
  }
}

export type Browser = ReturnType<typeof openBrowser>
