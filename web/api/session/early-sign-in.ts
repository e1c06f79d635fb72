// Where somebody was signed in before, the page itself imports this (vite.config.ts), so that the provider is asked while
// the app's code is on its way: on a phone a second.
import { signInRequired } from './browser-session.ts'
import { identity } from './page-identity.ts'

if (!signInRequired() && !identity.isCallback(new URL(location.href))) identity.askAhead()
