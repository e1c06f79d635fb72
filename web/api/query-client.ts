import { QueryClient } from '@tanstack/react-query'
import { onLanguageChange } from './language.ts'

/** The cache of what the server said. The typed client repeats what is worth repeating, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: false }, mutations: { retry: false } },
})

// Names and descriptions come in the reader's language.
onLanguageChange(() => void queryClient.invalidateQueries())
