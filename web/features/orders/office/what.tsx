import type { OrderLine } from '#contract/orders.ts'
import { danish } from '#web/ui/own-text.tsx'

/** The titles of an order's lines, each once with its number. An office reads the Danish ones, which it gave first. */
export function What({ lines }: { readonly lines: readonly Pick<OrderLine, 'title'>[] }) {
  const titles = Map.groupBy(lines, ({ title }) => title)
  const words = [...titles].map(([title, { length }]) => (length > 1 ? `${length} × ${title}` : title)).join(', ')
  return <span lang={danish()}>{words}</span>
}
