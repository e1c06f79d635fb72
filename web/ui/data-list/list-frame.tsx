import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconSearchOff } from '../icons/index.ts'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Filter } from '#contract/filters.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddressSearchField } from '#web/ui/fields/search-field.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { type Fields, filterSentence } from './filter-sentence.ts'
import c from './data-list.module.css'

/** The search, filter and order of a list. */
export interface ListChoice {
  readonly search: string
  readonly filter: Filter | undefined
  readonly sort: string
}

export const useIsPhone = () => useMediaQuery('(max-width: 48.5em)', undefined, { getInitialValueInEffect: false })

export interface ListFrameProps<T> {
  /** Undefined until the first page is there. */
  readonly rows: readonly T[] | undefined
  readonly total?: number | undefined
  /** `57 people`. */
  readonly countWords?: (count: number) => string
  /** Fields to filter by; none: no filters. */
  readonly fields?: Fields
  /** Without it nothing can be searched. */
  readonly searchLabel?: string
  readonly searchHint?: string
  readonly state?: ListChoice
  readonly onChange?: (change: Partial<ListChoice>) => void
  /** Shown instead of the list. */
  readonly failed?: ReactNode
  /** Shown when there is nothing at all, without search or filter. */
  readonly empty: ReactNode
  /** Instead of *None found*, what it means that this filter finds nobody. */
  readonly noneFound?: string | undefined
  /** Where something else than search and filter leaves rows out: shows all. */
  readonly onClear?: (() => void) | undefined
  /** Beside the search: a day, an export. */
  readonly tools?: ReactNode
  /** Between filters and rows: sums, for example. */
  readonly summary?: ReactNode
  /** Loads the next page. */
  readonly more?: ReactNode
}

export const nothingChosen: ListChoice = { search: '', filter: undefined, sort: '' }

interface Props<T> extends ListFrameProps<T> {
  /** Below search and tools. */
  readonly filters?: ReactNode
  /** Below the rows, or what is shown instead of them. */
  readonly foot?: ReactNode
  readonly onEscape?: () => void
  readonly children: (rows: readonly T[]) => ReactNode
}

/** The frame of every list: search, count, and a skeleton or an empty state instead of rows. */
export function ListFrame<T>(props: Props<T>) {
  const { rows, total, state = nothingChosen, fields = {}, countWords, failed, more, summary, tools, filters } = props
  const onChange = (change: Partial<ListChoice>) => props.onChange?.(change)
  const isPhone = useIsPhone()
  const root = useRef<HTMLDivElement>(null)
  useListKeys(root, props.onEscape)
  const isSearched = state.search.trim() !== '' || state.filter !== undefined
  return (
    <Stack gap="md" ref={root}>
      {(props.searchLabel !== undefined || tools) && (
        <Group gap="sm" align="flex-end">
          {props.searchLabel !== undefined && (
            <Box component="search" flex="1 1 260px" maw={isPhone ? undefined : 420}>
              <AddressSearchField
                label={props.searchLabel}
                placeholder={props.searchHint}
                value={state.search}
                data-list-search
                onSearch={(search) => onChange({ search })}
              />
            </Box>
          )}
          {/* In one place for both widths, so that what the tools have opened stays when a phone is turned. */}
          <Group
            gap="sm"
            align="flex-end"
            {...(isPhone ? { className: c.tools ?? '' } : props.searchLabel !== undefined && { ml: 'auto' })}
          >
            {tools}
          </Group>
        </Group>
      )}
      {filters}
      {countWords && (
        <Text role="status" fw={620}>
          {total !== undefined &&
            (state.filter
              ? m.list_says_together({ count: countWords(total), filter: filterSentence(state.filter, fields) })
              : countWords(total))}
        </Text>
      )}
      {summary}
      {failed ??
        (!rows ? (
          <SkeletonList rows={8} height={44} />
        ) : rows.length === 0 ? (
          <Panel>
            {isSearched || props.onClear ? (
              <NothingFound
                says={state.search.trim() === '' ? props.noneFound : undefined}
                onAll={({ detail }) => {
                  // The pressed button goes. A finger would open the keyboard.
                  if (detail === 0) root.current?.querySelector<HTMLElement>('[data-list-search]')?.focus()
                  if (props.onClear) props.onClear()
                  else onChange({ search: '', filter: undefined })
                }}
              />
            ) : (
              props.empty
            )}
          </Panel>
        ) : (
          <>
            {props.children(rows)}
            {more}
          </>
        ))}
      {props.foot}
    </Stack>
  )
}

const NothingFound = ({ says, onAll }: { says: string | undefined; onAll: (press: MouseEvent) => void }) => (
  <EmptyState
    icon={<IconSearchOff size={40} stroke={1.5} />}
    title={says ?? m.list_none_title()}
    actions={<Button onClick={onAll}>{m.list_filter_clear()}</Button>}
  >
    {says === undefined && m.list_none()}
  </EmptyState>
)

const steps = new Map([
  ['j', 1],
  ['k', -1],
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['Home', -Infinity],
  ['End', Infinity],
])

/** Whether single letters do something, kept in this browser: where somebody speaks, words outside a field would press them. */
export const useLetterKeys = () =>
  useLocalStorage({ key: 'portal.list-keys', defaultValue: true, getInitialValueInEffect: false })

/** `/` searches, `j` and `k` go through the rows of a list, and from a row arrows, Home and End do. Enter opens the row's link as everywhere. */
export function useListKeys(root: RefObject<HTMLElement | null>, onEscape?: () => void) {
  const [withLetters] = useLetterKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (!withLetters && /^[/jk]$/.test(key)) return
    const typing = (event.target as HTMLElement).closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    )
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing) return
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-list-row]') ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    const step = key === 'j' || key === 'k' || at >= 0 ? steps.get(key) : undefined
    if (step !== undefined) rows[Math.max(0, Math.min(at + step, rows.length - 1))]?.focus()
    else if (key === '/') root.current?.querySelector<HTMLElement>('[data-list-search]')?.focus()
    else if (key === 'Escape' && onEscape) return onEscape()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
