import '#web/ui/theme/reset.css'
import '#web/ui/theme/kit.css'
import '#web/ui/theme/base.css'
import '#web/ui/theme/print.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage, onLanguageChange } from '#web/api/language.ts'
import { isInstalled, keepPlace, listenForInstallOffer, resumePlace } from '#web/api/installed.ts'
import { reloadWhenPartsAreGone } from '#web/api/new-build.ts'
import { queryClient, withTimeout } from '#web/api/query-client.ts'
import { lastActivity } from '#web/api/session/browser-session.ts'
import { currentSession, startSession } from '#web/api/session/session.ts'
import { loadMemberFrame } from '#web/frame/portal-layout.tsx'
import { paths } from '#web/paths.ts'
import { isOpenPage, prefetchRoute, router } from '#web/routes/-router.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { restoreLostFocus } from '#web/ui/restore-focus.ts'
import { schemeManager } from '#web/ui/theme/scheme.ts'
import { cssVariables, theme } from '#web/ui/theme/theme.ts'
import { clearToasts, Toasts } from '#web/ui/toasts/toast.tsx'
import { today } from '#web/ui/words/format.ts'

reloadWhenPartsAreGone()
listenForInstallOffer()
restoreLostFocus()

const places = {
  lockScreen: paths.lockScreen(),
  open: async (path: string) => {
    await loadMemberFrame()
    await router.navigate({ href: path, replace: true })
    await router.invalidate()
  },
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

onLanguageChange(clearToasts)

const App = () => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemeManager}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <LanguageProvider current={currentLanguage} onChange={onLanguageChange}>
          <RouterProvider router={router} />
          <Toasts />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)

// No top-level `await`: page chunks import this module and would wait for it.
async function start() {
  if (isInstalled()) {
    resumePlace()
    router.subscribe('onResolved', () => {
      if (currentSession().status === 'signed-in') keepPlace()
    })
  }
  const wasHere = lastActivity() > 0
  // Visitors read an open page at once; it is asked afterwards whether somebody is signed in.
  if (!wasHere && isOpenPage()) return readThenAsk()
  // First, because a member's page can ask for its data only afterwards.
  const asked = startSession(places)
  // If somebody was signed in here before, they probably still are.
  if (wasHere) {
    prefetchRoute()
    void loadMemberFrame()
  }
  await asked
  if (currentSession().status === 'signed-in') await loadMemberFrame()
  await show()
}

async function readThenAsk() {
  await show()
  const { promise: idle, resolve } = Promise.withResolvers<void>()
  if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3_000 })
  else setTimeout(resolve, 1_000)
  await startSession(places, idle)
  if (currentSession().status !== 'signed-out') await router.invalidate()
}

async function show() {
  // Keeps the skeleton in `index.html` until the page is ready or loading takes too long.
  await withTimeout(router.load())
  // A transition renders in slices, so that slow devices stay responsive.
  startTransition(() => createRoot(document.getElementById('root')!).render(<App />))
}

// In a task of its own, so that slow devices can draw the skeleton first.
setTimeout(() => void start())
// A browser's first formatter takes 15 ms, on a phone four times as much. Made here, no page waits for it.
setTimeout(() => void today())
