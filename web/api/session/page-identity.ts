import { config } from '../config.ts'
import { createIdentity } from './identity.ts'

/** This page's sign-in client. */
export const identity = createIdentity({
  issuer: config.oidcIssuer,
  clientId: config.oidcClientId,
  origin: location.origin,
  callbackPath: '/login-success',
  // The document's, because the app's code may not have come yet.
  language: () => document.documentElement.lang,
})
