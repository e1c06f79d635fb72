import { useState, type ReactNode } from 'react'
import type { Invitation } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { useAnswering } from './answer-invitations.ts'

const ApprovalDialog = lazyDialog(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)

interface Approval {
  readonly ask: (invitations: readonly Invitation[]) => void
  readonly dialog: ReactNode
}

export function useApproval(member: Member): Approval {
  const [selected, setSelected] = useState<readonly Invitation[]>([])
  const [opened, setOpened] = useState(false)
  const { answer, busy } = useAnswering('dialog')
  const close = () => setOpened(false)
  const ask = (invitations: readonly Invitation[]) => {
    setSelected(invitations)
    setOpened(true)
  }
  const dialog = (
    <ApprovalDialog
      opened={opened}
      member={member}
      invitations={selected}
      busy={busy}
      onAnswer={(choice) => void answer(selected, choice).then(close)}
      onClose={close}
    />
  )
  return { ask, dialog }
}
