import { useMergedRef } from '@mantine/hooks'
import { useId, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react'

/** Props of a menu or popover that opens beside a button drawn elsewhere. */
export interface OpenedByButton {
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  readonly button: RefObject<HTMLButtonElement | null>
  /** Goes to the kit's menu or popover, which names its parts after it. */
  readonly id: string
}

/**
 * A button whose menu or popover loads on first use, because the kit's positioning weighs more than the header.
 * @returns the button's props, and those of the menu, which has `ButtonTarget` as its target
 */
export function useMenuButton(popup: 'menu' | 'dialog', load: () => Promise<unknown>) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [opened, onChange] = useState(false)
  const preload = () => void load().catch(() => undefined)
  const menu: OpenedByButton = { opened, onChange, button, id }
  return {
    menu,
    buttonProps: {
      ref: button,
      id: `${id}-target`,
      'aria-haspopup': popup,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: () => onChange(!opened),
      onPointerEnter: preload,
      onFocus: preload,
    },
  }
}

interface ButtonTargetProps {
  readonly button: RefObject<HTMLButtonElement | null>
  /** Given by the kit. */
  readonly ref?: Ref<HTMLButtonElement>
}

/** The button that the kit's menu or popover belongs to. */
export function ButtonTarget({ button, ref }: ButtonTargetProps) {
  const target = useMergedRef(ref)
  useLayoutEffect(() => {
    target(button.current)
    return () => void target(null)
  }, [target, button])
  return null
}
