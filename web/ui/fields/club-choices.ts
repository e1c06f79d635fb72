import type { ReactNode, Ref } from 'react'

export interface NamedClub {
  readonly id: string
  readonly key: string
  readonly name: string
}

/** Clubs to choose from. */
export interface ClubChoices {
  /** There are no others. */
  readonly complete: boolean
  /** Those that are offered now. */
  readonly listed: readonly NamedClub[]
  /** Those whose names are known, offered or not. */
  readonly known: readonly NamedClub[]
  readonly onSearch: (text: string) => void
  /** One is chosen whose name is not known. */
  readonly onUnknown: (id: string) => void
}

export interface ClubFieldProps {
  readonly choices: ClubChoices
  readonly label: string
  readonly 'aria-label'?: string | undefined
  /** What stands for no choice. */
  readonly none: string
  /** What a club is named by; its id when left out. */
  readonly by?: 'id' | 'key'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLSelectElement & HTMLInputElement>
}
