import { QueryClient } from '@tanstack/react-query'
import { onForget } from './session/browser-session.ts'
import { onLanguageChange } from './language.ts'

// Offline, a question fails and says so: one that waited for the network would leave a skeleton or a busy button for ever.
const networkMode = 'offlineFirst'

/** The cache of what the server said. The typed client repeats what is worth repeating, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, networkMode },
    mutations: { retry: false, networkMode },
  },
})

onForget(() => queryClient.clear())

// Names and descriptions come in the reader's language.
onLanguageChange(() => void queryClient.invalidateQueries())
