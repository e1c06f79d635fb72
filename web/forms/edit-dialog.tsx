import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLeaveQuestion } from './leave-guard.tsx'

/** For a form of `useEditedForm` in a dialog. */
export interface EditDialogForm {
  /** Closes it: everything is saved. */
  readonly onDone: () => void
  /** Asks first where something typed would be lost. */
  readonly onCancel: () => void
  readonly onDirtyChange: (dirty: boolean) => void
}

interface Props extends Pick<ModalProps, 'opened' | 'title' | 'size' | 'fullScreen' | 'onClose'> {
  readonly children: (form: EditDialogForm) => ReactNode
}

/** A dialog around a form, which asks before something typed is lost. */
export function EditDialog({ onClose, children, ...modal }: Props) {
  const { onDirtyChange, ask, question } = useLeaveQuestion()
  const onCancel = () => ask(onClose)
  const onDone = () => {
    onDirtyChange(false)
    onClose()
  }
  return (
    <>
      <Modal {...modal} onClose={onCancel}>
        {children({ onDone, onCancel, onDirtyChange })}
      </Modal>
      {question}
    </>
  )
}
