const nonce = '__CSP_NONCE__'
const configuration = '<!--portal-config-->'

/** Replaces the nonce while Vite transforms the page. */
export const keptNonce = '__KEPT_NONCE__'
const keptConfiguration = '<!--kept-config-->'

export const maskPlaceholders = (html: string) =>
  html.replaceAll(nonce, keptNonce).replace(configuration, keptConfiguration)

export const unmaskPlaceholders = (html: string) =>
  html.replaceAll(keptNonce, nonce).replace(keptConfiguration, configuration)
