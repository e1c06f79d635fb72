import { afterPaint } from '../loading/after-paint.tsx'
import type { StoreLinkProps } from './store-link.tsx'

/** The way to the app in the store, where there is one: no page waits for it. */
export const StoreBadge = afterPaint<StoreLinkProps>(async () => (await import('./store-link.tsx')).StoreLink)
