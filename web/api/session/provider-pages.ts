/** Providers in Keycloak's shape have these pages; discovery names them for nobody. */
const isKeycloak = (issuer: string) => /\/realms\/[^/]+$/.test(issuer)

/** Where a person manages their sign-in: name, e-mail, password, devices. Null where the provider is not known to have it. */
export function accountAddress(issuer: string, clientId: string, backTo: string): string | null {
  if (!isKeycloak(issuer)) return null
  return `${issuer}/account?${new URLSearchParams({ referrer: clientId, referrer_uri: backTo }).toString()}`
}

/** Where a forgotten password is replaced, in the reader's language. Null where the provider's sign-in page leads there itself. */
export const recoveryAddress = (issuer: string, clientId: string, language: string): string | null =>
  isKeycloak(issuer)
    ? `${issuer}/login-actions/reset-credentials?${new URLSearchParams({ client_id: clientId, kc_locale: language }).toString()}`
    : null
