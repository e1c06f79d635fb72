// Where somebody was signed in before, most pages import this by themselves (vite.config.ts), so that the provider is asked
// while the app's code is on its way. Elsewhere the session imports it.
import { signInRequired } from './browser-session.ts'
import { identity } from './page-identity.ts'

if (!signInRequired() && !identity.isCallback(new URL(location.href))) identity.askAhead()
