import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRouter,
  type RouteComponent,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'

interface Around {
  readonly client?: QueryClient
  /** The address of a page that stands alone. */
  readonly at?: string
}

/** Draws a page by itself, or a router with several, among what the app has around them. */
export function drawPage(page: RouteComponent | AnyRouter, { client = new QueryClient(), at = '/' }: Around = {}) {
  const router: AnyRouter =
    'routeTree' in page
      ? page
      : createRouter({
          routeTree: createRootRoute({ component: page }),
          history: createMemoryHistory({ initialEntries: [at] }),
        })
  const drawn = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...drawn, router }
}
