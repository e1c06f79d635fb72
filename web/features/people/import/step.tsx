import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Import } from '#contract/people/imports.ts'
import { m } from '#words/messages.js'

export interface ImportClub {
  readonly id: string
  readonly key: string
  readonly name: string
}

export interface StepProps {
  readonly club: ImportClub
  readonly one: Import
  readonly mayWrite: boolean
}

/** Back and next below a step. */
export const StepFoot = ({ onBack, children }: { readonly onBack?: () => void; readonly children: ReactNode }) => (
  <Group justify="space-between">
    {onBack ? (
      <Button variant="default" onClick={onBack}>
        {m.import_back()}
      </Button>
    ) : (
      <span />
    )}
    {children}
  </Group>
)
