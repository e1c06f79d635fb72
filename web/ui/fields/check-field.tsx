import { useId, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import c from './check-field.module.css'

type CheckFieldProps = Omit<ComponentPropsWithoutRef<'input'>, 'type'> & {
  readonly label: ReactNode
  readonly error?: ReactNode
}

/** One yes or no: the browser's own box, with its label and what is wrong. */
export function CheckField({ label, error, ...props }: CheckFieldProps) {
  const id = useId()
  return (
    <div className={c.field}>
      <input
        {...props}
        id={id}
        type="checkbox"
        className={c.box}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id} className={c.label}>
        {label}
      </label>
      {error && (
        <div id={`${id}-error`} className={c.error}>
          {error}
        </div>
      )}
    </div>
  )
}
