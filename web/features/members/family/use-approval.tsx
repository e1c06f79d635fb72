import { useState, type ReactNode } from 'react'
import type { Invitation } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { useFocusBack } from '#web/ui/dialogs/focus-back.ts'
import { useAnswering } from './answer-invitations.ts'
import { ApprovalDialog } from './approval-dialog.tsx'

interface Approval {
  /** Opens the dialog in which one invitation is answered, or several alike. */
  readonly ask: (invitations: readonly Invitation[]) => void
  readonly dialog: ReactNode
}

/** The dialog that answers invitations, and how it is opened. */
export function useApproval(member: Member): Approval {
  const [asked, setAsked] = useState<readonly Invitation[]>([])
  const [opened, setOpened] = useState(false)
  const { answer, busy } = useAnswering('dialog')
  const back = useFocusBack(opened)
  const close = () => setOpened(false)
  const ask = (invitations: readonly Invitation[]) => {
    setAsked(invitations)
    setOpened(true)
  }
  const dialog = (
    <ApprovalDialog
      opened={opened}
      member={member}
      invitations={asked}
      busy={busy}
      onAnswer={(given) => void answer(asked, given, back.current).then(close)}
      onClose={close}
    />
  )
  return { ask, dialog }
}
