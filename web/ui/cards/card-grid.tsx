import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
import styles from './card-grid.module.css'

/** Large cards, one below the other: beside each other the longest would leave the others half empty. */
export const CardGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>

/** The place of such cards while they are on their way. */
export function CardSkeletons({ cards, height }: { cards: number; height: number }) {
  return (
    <div className={styles.grid} aria-busy role="status">
      <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
      {Array.from({ length: cards }, (_, card) => (
        <Skeleton key={card} height={height} radius="lg" />
      ))}
    </div>
  )
}
