import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Checkout } from './checkout.ts'

/**
 * Runs a checkout and goes where it leads. It stays busy while the browser leaves for the payment window, and is free
 * again when the way back brings the page out of the browser's memory.
 */
export function useCheckout<Input>(run: (input: Input) => Promise<Checkout>, onSettled: (token: string) => void) {
  const running = useRef(false)
  const mutation = useMutation({
    mutationFn: run,
    onSettled: (checkout) => {
      running.current = checkout?.kind === 'window'
    },
    onSuccess: (checkout) => {
      if (checkout.kind === 'window') location.assign(checkout.link)
      if (checkout.kind === 'settled') onSettled(checkout.token)
    },
  })
  const { reset } = mutation

  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      running.current = false
      reset()
    }
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [reset])

  const leaving = mutation.data?.kind === 'window'
  return {
    /** The second of two clicks comes before the button is drawn as busy. */
    start: (input: Input) => {
      if (running.current) return
      running.current = true
      mutation.mutate(input)
    },
    busy: mutation.isPending || leaving,
    error: mutation.error,
    priceChanged: mutation.data?.kind === 'price_changed' ? mutation.data.order : null,
  }
}
