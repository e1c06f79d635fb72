import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

/** A lazy part that the page can do without: nothing while its code comes, and nothing where it cannot be had. */
export const Optional = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 'never'} errorComponent={() => null}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)
