import c from './switch-field.module.css'

interface SwitchFieldProps {
  /** Said by screen readers; what stands beside the switch says it to eyes. */
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** On or off, in effect at once: the browser's own box that looks like a switch. */
export const SwitchField = ({ label, checked, onChange, disabled }: SwitchFieldProps) => (
  <input
    type="checkbox"
    role="switch"
    aria-checked={checked}
    aria-label={label}
    className={c.switch}
    checked={checked}
    disabled={disabled}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)
