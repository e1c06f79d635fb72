import type { ReactNode, Ref } from 'react'

export interface NamedClub {
  readonly id: string
  readonly key: string
  readonly name: string
}

export interface ClubChoices {
  /** `listed` is every club. */
  readonly complete: boolean
  readonly listed: readonly NamedClub[]
  /** Clubs whose names are known, listed or not. */
  readonly known: readonly NamedClub[]
  readonly onSearch: (text: string) => void
  /** The value is a club whose name is not known. */
  readonly onUnknown: (id: string) => void
}

export interface ClubFieldProps {
  readonly choices: ClubChoices
  readonly label: string
  readonly 'aria-label'?: string | undefined
  /** Label of the empty option. */
  readonly none: string
  /** Which property is the value; defaults to `id`. */
  readonly by?: 'id' | 'key'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLSelectElement & HTMLInputElement>
}
