import '#web/ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage, onLanguageChange } from '#web/api/language.ts'
import { queryClient } from '#web/api/query-client.ts'
import { startSession } from '#web/api/session.ts'
import { ErrorPage } from '#web/pages/error-page.tsx'
import { paths } from '#web/paths.ts'
import { cssVariables, theme } from '#web/ui/theme/theme.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { routeTree } from './route-tree.gen.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)
document.documentElement.lang = currentLanguage()

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // Values stay the texts they are: a token of digits is no number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

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

await startSession(paths.loginSuccess())
createRoot(document.getElementById('root')!).render(<App />)
