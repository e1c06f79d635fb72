import { createElement, type ComponentType } from 'react'
import { create } from 'zustand'
import type * as stack from './toast-stack.tsx'
import type { Toast } from './toast-stack.tsx'

type Stack = typeof stack

// The toast code loads with the first toast; if that fails, toasts are dropped.
let loadingStack: Promise<Stack | null> | undefined
const useStack = create<{ ToastStack: ComponentType | null }>(() => ({ ToastStack: null }))

/** Shows a brief message about the result of an action. */
export function showToast(toast: Toast) {
  loadingStack = import('./toast-stack.tsx').catch(() => null)
  withStack(({ addToast, ToastStack }) => {
    useStack.setState({ ToastStack })
    addToast(toast)
  })
}

const withStack = (work: (stack: Stack) => void) => void loadingStack?.then((stack) => stack && work(stack))

/** Hides toasts that became redundant. */
export const hideToasts = (group: string) => withStack(({ removeToasts }) => removeToasts(group))

/** Hides all toasts, for example after a language change. */
export const clearToasts = () => withStack(({ removeAll }) => removeAll())

/** Mount once; renders what `showToast` shows. */
export function Toasts() {
  const { ToastStack } = useStack()
  return ToastStack && createElement(ToastStack)
}
