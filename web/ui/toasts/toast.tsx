import { createElement, type ComponentType } from 'react'
import { create } from 'zustand'
import type * as stack from './toast-stack.tsx'
import type { Toast } from './toast-stack.tsx'

type Stack = typeof stack

// What shows toasts loads with the first one; where it cannot be had, the page stands without it.
let coming: Promise<Stack | null> | undefined
const useStack = create<{ ToastStack: ComponentType | null }>(() => ({ ToastStack: null }))

/** Says in passing what became of an action. */
export function showToast(toast: Toast) {
  coming = import('./toast-stack.tsx').catch(() => null)
  withStack(({ addToast, ToastStack }) => {
    useStack.setState({ ToastStack })
    addToast(toast)
  })
}

const withStack = (work: (stack: Stack) => void) => void coming?.then((stack) => stack && work(stack))

/** Takes back what is said elsewhere now. */
export const hideToasts = (group: string) => withStack(({ removeToasts }) => removeToasts(group))

/** Takes back all: what was said in another language. */
export const clearToasts = () => withStack(({ removeAll }) => removeAll())

/** Where toasts appear. */
export function Toasts() {
  const { ToastStack } = useStack()
  return ToastStack && createElement(ToastStack)
}
