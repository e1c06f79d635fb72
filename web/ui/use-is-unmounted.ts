import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component has unmounted; for async work that ends later. */
export function useIsUnmounted(): RefObject<boolean> {
  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])
  return unmounted
}
