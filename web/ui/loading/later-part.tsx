import { Suspense, useState, type ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'

interface LaterPart<P> {
  /** Has the code at hand before the page is drawn, so that nothing on it moves. */
  readonly ready: () => Promise<void>
  readonly Part: ComponentType<P>
}

/**
 * A part of a page whose code comes beside the first script, which every page waits for: while the page asks for its data,
 * or with its first use.
 * @param optional the page stands without it, should the browser not get its code
 * @param Fallback keeps its place meanwhile
 */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { optional = false, Fallback }: { optional?: boolean; Fallback?: ComponentType } = {},
): LaterPart<P> {
  let ready: ComponentType<P> | undefined
  const Later = lazyPart(() => (optional ? load().catch((): ComponentType<P> => () => null) : load()))
  return {
    ready: async () => {
      ready = await load()
    },
    Part: function Part(props: P) {
      const [Ready] = useState<ComponentType<P>>(() => ready ?? Later)
      return (
        <Suspense fallback={Fallback && <Fallback />}>
          <Ready {...props} />
        </Suspense>
      )
    },
  }
}
