import { useMounted } from '@mantine/hooks'
import { lazy, Suspense, useState, type ComponentType } from 'react'

/**
 * A heavy dialog whose code loads when it first opens. It is mounted closed before it opens, so that the kit sees who had
 * the focus and gives it back.
 */
export function lazyDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Dialog = lazy(async () => {
    const Loaded = await load()
    function Opening(props: P) {
      const mounted = useMounted()
      return <Loaded {...props} opened={mounted && props.opened} />
    }
    return { default: Opening }
  })
  return function LazyDialog(props: P) {
    const [wanted, setWanted] = useState(props.opened)
    if (props.opened && !wanted) setWanted(true)
    return (
      wanted && (
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      )
    )
  }
}
