import { Box, type BoxProps } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

const attribute = 'data-link-target'

/** The target of an address's end: `#key` focuses the first field in here, or else the first button, as soon as it is shown. */
export function LinkTarget({ name, children, ...box }: BoxProps & { name: string; children: ReactNode }) {
  // Each press of the link leads here again.
  const visit = useLocation({ select: ({ hash, state }) => (hash === name ? state : null) })
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (visit !== null) focusIn(target.current!)
  }, [visit])
  return (
    <Box ref={target} id={name} {...{ [attribute]: true }} tabIndex={-1} {...box}>
      {children}
    </Box>
  )
}

/** Focuses what the end of the address leads to. @returns whether it is on the page */
export function focusLinkTarget(hash: string): boolean {
  const target = hash === '' ? null : document.getElementById(hash)
  if (!target?.hasAttribute(attribute)) return false
  focusIn(target)
  return true
}

function focusIn(target: HTMLElement): void {
  const first = (selector: string) => target.querySelector<HTMLElement>(selector)
  const field = first('textarea:enabled, input:enabled:not([type=file])') ?? first('button:enabled, a[href]') ?? target
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
