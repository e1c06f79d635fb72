import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Checkout } from './checkout.ts'

/**
 * Runs a checkout and goes where it leads. It stays busy while the browser leaves for the payment window, and is free
 * again when the way back brings the page out of the browser's memory.
 */
export function useCheckout<Input>(run: (input: Input) => Promise<Checkout>, onSettled: (token: string) => void) {
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: (checkout) => {
      if (checkout.kind === 'window') location.assign(checkout.link)
      if (checkout.kind === 'settled') onSettled(checkout.token)
    },
  })
  const { reset } = mutation

  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && reset()
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [reset])

  const leaving = mutation.data?.kind === 'window'
  return {
    start: mutation.mutate,
    busy: mutation.isPending || leaving,
    error: mutation.error,
    priceChanged: mutation.data?.kind === 'price_changed' ? mutation.data.order : null,
    reset,
  }
}
