import { config } from '../config.ts'
import { lastActivity, signInRequired } from './browser-session.ts'
import { createIdentity } from './identity.ts'

/**
 * This page's sign-in client. Where somebody was signed in before, most pages import it by themselves (vite.config.ts), so
 * that the provider is asked while the app's code is on its way. Elsewhere the session imports it.
 */
export const identity = createIdentity({
  issuer: config.oidcIssuer,
  clientId: config.oidcClientId,
  origin: location.origin,
  callbackPath: '/login-success',
  // The document's, because the app's code may not have come yet.
  language: () => document.documentElement.lang,
})

if (lastActivity() > 0 && !signInRequired() && !identity.isCallback(new URL(location.href))) identity.askAhead()
