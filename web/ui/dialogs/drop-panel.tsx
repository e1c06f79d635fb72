import type { ComponentProps } from 'react'
import c from './drop-panel.module.css'

/** A popover below the header. `className` sets `--panel-width` and `--panel-height`. */
export const DropPanel = ({ className = '', ...props }: ComponentProps<'div'>) => (
  <div popover="auto" className={`${c.panel} ${className}`} {...props} />
)
