import { Skeleton, VisuallyHidden } from '@mantine/core'
import { m } from '#words/messages.js'
import styles from './event-layout.module.css'

/** The place of an event that is on its way. */
export const EventSkeleton = () => (
  <div className={styles.page} aria-busy role="status">
    <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
    <Skeleton height="clamp(270px, 34vw, 420px)" radius={20} />
    <div className={styles.columns}>
      <Skeleton height={140} radius="lg" />
      <div className={styles.side}>
        <Skeleton height={300} radius="lg" />
      </div>
      <div className={styles.main}>
        <Skeleton height={260} radius="lg" />
      </div>
    </div>
  </div>
)
