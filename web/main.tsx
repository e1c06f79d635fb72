import '#web/ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadWhenPartsAreGone } from '#web/api/new-build/chunk-reload.ts'
import { currentLanguage, onLanguageChange } from '#web/api/language.ts'
import { queryClient } from '#web/api/query-client.ts'
import { startSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { fetchCode, router } from '#web/routes/-router.ts'
import { cssVariables, theme } from '#web/ui/theme/theme.ts'
import { clearToasts, Toasts } from '#web/ui/toasts/toast.tsx'

reloadWhenPartsAreGone()

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)
document.documentElement.lang = currentLanguage()

onLanguageChange(clearToasts)

/** Everything is drawn anew in another language; what the server said and the address stay. */
function App() {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage)
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider key={language} router={router} />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

/** The page's own skeleton stays until there is something to show, or until it takes too long. */
const patience = 1_500

// No `await` at the top level: a page's chunk imports this module and would wait for it.
async function start() {
  fetchCode()
  await startSession({ callback: paths.loginSuccess(), lockScreen: paths.lockScreen() })
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, patience))])
  // Drawn in slices: a slow processor hears of a tap in between.
  startTransition(() => createRoot(document.getElementById('root')!).render(<App />))
}

void start()
