import { create } from 'zustand'
import { config } from './config.ts'
import { lastPlaceKey, readText, writeText } from './local-storage.ts'
import { idleAt, lastActivity, safeReturnUrl } from './session/browser-session.ts'

/** Whether the portal runs as an app of its own, without the browser's bars. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches || iosNavigator.standalone === true

/** Only Safari has it. */
const iosNavigator: Navigator & { readonly standalone?: boolean } = navigator
export const isIos = iosNavigator.standalone !== undefined

/** Chrome, Edge and Samsung's browser offer to install the portal, once a load, and open their dialog when asked. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>
}

const useOffer = create<{ offer: InstallOffer | null; done: boolean }>(() => ({ offer: null, done: false }))

/** Keeps the browser's offer for the page that explains it, instead of a bar of the browser's own. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useOffer.setState({ offer: event as InstallOffer })
  })
  addEventListener('appinstalled', () => useOffer.setState({ offer: null, done: true }))
}

/** `offer`: the browser can install the portal at a press; `done`: it just has. */
export function useInstall() {
  const { offer, done } = useOffer()
  return {
    offer: offer !== null,
    done,
    install: async () => {
      // An offer can be taken once.
      useOffer.setState({ offer: null })
      await offer?.prompt()
    },
  }
}

const runningKey = 'portal.running'

/**
 * Opens the last page where the phone has ended the app meanwhile: for as long as the session would have lasted, from
 * the last touch. Later, and after signing out, the app opens at Home. Call once, before the page is read.
 */
export function resumePlace(): void {
  // Reloaded, or back from signing in or paying.
  if (sessionStorage.getItem(runningKey) !== null) return
  sessionStorage.setItem(runningKey, '1')
  const last = readText('browser', lastPlaceKey)
  const { state } = idleAt(Date.now(), lastActivity(), config.sessionTimeoutMinutes * 60_000)
  if (last !== null && state !== 'over' && location.pathname === '/' && location.search === '')
    history.replaceState(null, '', safeReturnUrl(last))
}

/** Notes where a member is. An address that opens something by itself, such as an order's, is not kept. */
export function keepPlace(): void {
  const { pathname, search } = location
  writeText('browser', lastPlaceKey, /[?&](?:\w*token|link)=/.test(search) ? null : pathname + search)
}
