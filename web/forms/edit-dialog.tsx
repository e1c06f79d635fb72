import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
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

interface Props extends Pick<ModalProps, 'opened' | 'title' | 'onClose'> {
  /** For a long form: on a phone it fills the screen. */
  readonly large?: boolean
  readonly children: (form: EditDialogForm) => ReactNode
}

/** A dialog around a form, which asks before something typed is lost. */
export function EditDialog({ large = false, onClose, children, ...modal }: Props) {
  const narrow = useMediaQuery('(max-width: 48.49em)', false, { getInitialValueInEffect: false })
  const { onDirtyChange, ask, question } = useLeaveQuestion()
  const onCancel = () => ask(onClose)
  const onDone = () => {
    onDirtyChange(false)
    onClose()
  }
  return (
    <>
      <Modal {...modal} {...(large && { size: 'lg', fullScreen: narrow })} onClose={onCancel}>
        {children({ onDone, onCancel, onDirtyChange })}
      </Modal>
      {question}
    </>
  )
}
