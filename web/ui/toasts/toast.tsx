import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Toast } from './toast-stack.tsx'

// What shows toasts loads with the first one.
const load = () => import('./toast-stack.tsx')
const ToastStack = lazy(load)
let needed = false
const listeners = new Set<() => void>()

/** Says in passing what became of an action. */
export function showToast(toast: Toast) {
  needed = true
  for (const listener of listeners) listener()
  void load().then(({ addToast }) => addToast(toast))
}

/** Takes back what is said elsewhere now. */
export function hideToasts(group: string) {
  if (needed) void load().then(({ removeToasts }) => removeToasts(group))
}

/** Takes back all: what was said in another language. */
export function clearToasts() {
  if (needed) void load().then(({ removeAll }) => removeAll())
}

/** Where toasts appear. */
export function Toasts() {
  const wanted = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => needed,
  )
  return wanted ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null
}
