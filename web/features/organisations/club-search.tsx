import { SearchField, useTypedText } from '#web/ui/fields/search-field.tsx'
import { m } from '#words/messages.js'
import styles from './club-search.module.css'

/** As tall as the field and its result count. */
export const searchSkeletonClass = styles.waiting ?? ''

interface Props {
  /** The search in the URL. */
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly found: number
  /** More clubs match than are listed. */
  readonly more: boolean
}

/** Filters the directory while typing and announces the number of results. */
export function ClubSearch({ search, onSearch, found, more }: Props) {
  const { typed, setTyped, setSent } = useTypedText(search)
  return (
    <search className={styles.search} aria-label={m.organizations_search()}>
      <SearchField
        label={m.organizations_search()}
        placeholder={m.organizations_search_hint()}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setSent(text)
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
