import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

/** A lazy part that the page works without: nothing is shown while its code loads or when loading fails. */
export const Optional = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 'never'} errorComponent={() => null}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)
