import { Skeleton } from '@mantine/core'
import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

// The fields come first.
const ImageField = lazyPart(async () => (await import('./image-field.tsx')).ImageField)

/** A person's picture, to be changed; its place is kept while it loads. */
export const PictureField = (props: ComponentProps<typeof ImageField>) => (
  <Suspense fallback={<Skeleton h={{ base: 229, sm: 97 }} />}>
    <ImageField {...props} />
  </Suspense>
)
