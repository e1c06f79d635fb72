import { SearchField, useTypedText } from '#web/ui/fields/search-field.tsx'
import { m } from '#words/messages.js'
import styles from './club-search.module.css'

/** As high as the field and the number that it finds. */
export const searchWaits = styles.waiting ?? ''

interface Props {
  /** As the address has it. */
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Clubs that it finds and the page shows. */
  readonly found: number
  /** There are others. */
  readonly more: boolean
}

/** Narrows the directory with every letter; how many are left is said. */
export function ClubSearch({ search, onSearch, found, more }: Props) {
  const { typed, type, send } = useTypedText(search)
  return (
    <search className={styles.search} aria-label={m.organizations_search()}>
      <SearchField
        label={m.organizations_search()}
        placeholder={m.organizations_search_hint()}
        value={typed}
        onChange={(text) => {
          type(text)
          send(text)
          onSearch(text)
        }}
        className={styles.field ?? ''}
      />
      <p role="status" className={styles.found}>
        {more ? m.organizations_found_first({ count: found }) : m.organizations_found({ count: found })}
      </p>
    </search>
  )
}
