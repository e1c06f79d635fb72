import { IconSelector } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
import styles from './registration.module.css'

type Props = ComponentPropsWithoutRef<'select'> & {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
}

/** A choice among few in the browser's own list, which is all that a row needs: fast on a phone and with the keyboard. */
export const CategorySelect = ({ options, ...props }: Props) => (
  <span className={styles.select}>
    <select {...props}>
      {options.map(({ value, label, disabled = false }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
    <IconSelector size={18} stroke={1.7} aria-hidden />
  </span>
)
