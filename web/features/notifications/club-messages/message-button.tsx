import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconMailForward } from '#web/ui/icons/index.ts'
import type { Audience } from './message-dialog.tsx'

const MessageDialog = lazy(async () => ({ default: (await import('./message-dialog.tsx')).MessageDialog }))

interface Props {
  readonly label: string
  /** Of whom it is, for a button in a row. */
  readonly name?: string
  readonly audience: Audience
}

/** Opens the form of a message to many people. */
export function MessageButton({ label, name, audience }: Props) {
  // Whom it is for when it opens: a list that is read again meanwhile changes nobody.
  const [opened, open] = useState<Audience | null>(null)
  return (
    <>
      <Button
        variant="default"
        aria-label={name}
        leftSection={<IconMailForward size={18} stroke={1.7} />}
        onClick={() => open(audience)}
      >
        {label}
      </Button>
      {opened && (
        <Suspense>
          <MessageDialog {...opened} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}
