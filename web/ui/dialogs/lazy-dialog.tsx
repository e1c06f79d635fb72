import { useMounted } from '@mantine/hooks'
import { lazy, Suspense, useState, type ComponentType } from 'react'

/**
 * A heavy dialog whose code loads when it first opens. It mounts closed, so that Mantine records the focused element
 * and returns focus to it.
 */
export function lazyDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Dialog = lazy(async () => {
    const Loaded = await load()
    function OpenAfterMount(props: P) {
      const mounted = useMounted()
      return <Loaded {...props} opened={mounted && props.opened} />
    }
    return { default: OpenAfterMount }
  })
  return function LazyDialog(props: P) {
    const [hasOpened, setHasOpened] = useState(props.opened)
    if (props.opened && !hasOpened) setHasOpened(true)
    return (
      hasOpened && (
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      )
    )
  }
}
