import type { ReactNode } from 'react'
import c from './chip-choice.module.css'

interface Choice {
  /** Null: no restriction. */
  readonly value: string | null
  readonly label: string
  readonly icon?: ReactNode
}

interface Props {
  /** Names the choices in their form. */
  readonly name: string
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** One of a few: the browser's own choice of one, so that arrows move through it. */
export const ChipChoice = ({ name, legend, choices, value, onChange }: Props) => (
  <fieldset className={c.filter}>
    <legend className={c.legend}>{legend}</legend>
    {choices.map((choice) => (
      <label key={choice.value} className={c.chip}>
        <input
          type="radio"
          name={name}
          checked={value === choice.value}
          onChange={() => onChange(choice.value)}
          className={c.input}
        />
        {choice.icon}
        <span className={c.label}>{choice.label}</span>
      </label>
    ))}
  </fieldset>
)
