import type { ComponentProps } from 'react'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { problemText } from './problem-text.ts'

type PanelProps = ComponentProps<typeof ErrorPanel>

interface Props extends Omit<PanelProps, 'message' | 'retrying'> {
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** A query that failed: why, and a button that asks again. */
export const QueryError = ({ query, onRetry = () => void query.refetch(), ...panel }: Props) => (
  <ErrorPanel {...panel} message={problemText(query.error)} retrying={query.isFetching} onRetry={onRetry} />
)
