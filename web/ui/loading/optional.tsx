import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

/** A lazy part the page works without: renders nothing while loading or when loading fails. */
export const Optional = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 'never'} errorComponent={() => null}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)
