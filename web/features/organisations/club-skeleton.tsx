import { Skeleton } from '@mantine/core'

/** The place of a club's head, as high as one with a line or two of text. */
export const ClubHeadSkeleton = () => <Skeleton height="clamp(236px, 60vw - 40px, 268px)" radius={20} />
