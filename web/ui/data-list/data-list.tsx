import '@mantine/core/styles/Center.layer.css'
import '@mantine/core/styles/Pagination.layer.css'
import 'mantine-datatable/styles.layer.css'
import { Button, Checkbox, CloseButton, Group, Menu, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '../icons/index.ts'
import { DataTable, useDataTableColumns, type DataTableColumn } from 'mantine-datatable'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { FilterBar } from './filter-bar.tsx'
import { type ListChoice, ListFrame, type ListFrameProps, useIsPhone, useLetterKeys } from './list-frame.tsx'
import c from './data-list.module.css'

/** A column of a list. The first one is the row's title, which is always there. */
export interface ListColumn<T> {
  readonly name: string
  readonly title: string
  readonly render: (row: T) => ReactNode
  /** The name of its order; `-name` is the same turned round. */
  readonly sort?: string
  readonly align?: 'right'
  /** Its text stays on one line. */
  readonly noWrap?: boolean
  readonly width?: number
  /** Not shown until it is chosen. */
  readonly extra?: boolean
  /** On a phone's card under “Show more”, where a name or a number suffices to find the row. */
  readonly folded?: boolean
}

/** Rows that were chosen one by one, or everything that matches search and filter. */
export type ListSelection = { readonly ids: readonly string[] } | { readonly all: true; readonly count: number }

export interface DataListProps<T> extends ListFrameProps<T> {
  readonly state: ListChoice
  readonly onChange: (change: Partial<ListChoice>) => void
  /** Under which the choice of columns is kept in this browser. */
  readonly name: string
  /** The list's subject. */
  readonly label: string
  readonly columns: readonly ListColumn<T>[]
  /** Called with the names of those that are shown, when they change. */
  readonly onColumns?: (names: readonly string[]) => void
  readonly idOf: (row: T) => string
  readonly nameOf: (row: T) => string
  readonly linkOf?: (row: T) => string
  /** Opens a row in place, where it has no page. */
  readonly onOpen?: (row: T) => void
  readonly fetching?: boolean
  /** Actions on a selection. Without them nothing can be selected. */
  readonly actions?: (selection: ListSelection) => ReactNode
}

/**
 * A long list: search, filters, order, columns, selection and keyboard. Cards instead of a table on phones. Rows come a page at a time
 * from the server, which also searches, filters and sorts.
 */
export function DataList<T>(props: DataListProps<T>) {
  const { total, state, onChange, fields = {}, actions, more, tools } = props
  const selection = useSelection(props)
  const isPhone = useIsPhone()
  const choice = useColumns(props)
  const shown = JSON.stringify(choice.columnsToggle.filter(({ toggled }) => toggled).map(({ accessor }) => accessor))
  const onColumns = useEffectEvent((names: readonly string[]) => props.onColumns?.(names))
  useEffect(() => onColumns(JSON.parse(shown) as string[]), [shown])
  const filters = Object.keys(fields).length > 0 && (
    <FilterBar fields={fields} filter={state.filter} onChange={(filter) => onChange({ filter })} />
  )
  return (
    <ListFrame
      {...props}
      onEscape={selection.clear}
      tools={
        <>
          {!isPhone && <ColumnMenu choice={choice} columns={props.columns} />}
          {tools}
          {isPhone && filters}
          {isPhone && props.columns.some(({ sort }) => sort) && <SortField {...props} />}
        </>
      }
      filters={!isPhone && filters}
      more={null}
      foot={actions && <SelectionBar {...{ selection, total, actions }} shown={props.rows?.length ?? 0} />}
    >
      {(rows) => (
        <>
          {isPhone ? (
            <Cards {...props} rows={rows} selection={selection} />
          ) : (
            <Rows {...props} rows={rows} selection={selection} columns={choice.effectiveColumns} />
          )}
          <Group justify={isPhone ? 'center' : 'space-between'} gap="4px 16px" fz="sm" c="dimmed">
            {!isPhone && props.searchLabel !== undefined && <LetterKeys />}
            {total !== undefined && rows.length < total && <span>{m.list_shown({ shown: rows.length, total })}</span>}
          </Group>
          {more}
        </>
      )}
    </ListFrame>
  )
}

function LetterKeys() {
  const [on, switchTo] = useLetterKeys()
  return (
    <Checkbox
      size="xs"
      label={m.list_keys()}
      checked={on}
      onChange={({ currentTarget: { checked } }) => switchTo(checked)}
    />
  )
}

interface Selected {
  readonly ids: ReadonlySet<string>
  /** Those that have left the list among them. */
  readonly chosen: ReadonlySet<string>
  readonly all: boolean
  readonly set: (ids: Iterable<string>) => void
  readonly setAll: () => void
  readonly clear: () => void
}

/** The selection ends when search or filter change: it would mean something else. Rows that leave the list leave it, too. */
function useSelection<T>({ state: { search, filter }, rows, idOf }: DataListProps<T>): Selected {
  const of = JSON.stringify([search, filter])
  const [selected, setSelected] = useState({ of, ids: new Set<string>(), all: false })
  const current = selected.of === of ? selected : { ids: new Set<string>(), all: false }
  const listed = rows && current.ids.size > 0 ? new Set(rows.map(idOf)) : null
  return {
    ids: listed ? new Set([...current.ids].filter((id) => listed.has(id))) : current.ids,
    chosen: current.ids,
    all: current.all,
    set: (ids) => setSelected({ of, ids: new Set(ids), all: false }),
    setAll: () => setSelected({ of, ids: new Set(), all: true }),
    clear: () => setSelected({ of, ids: new Set(), all: false }),
  }
}

interface BarProps {
  readonly selection: Selected
  readonly shown: number
  readonly total: number | undefined
  readonly actions: (selection: ListSelection) => ReactNode
}

function SelectionBar({ selection: { ids, chosen, all, setAll, clear }, shown, total = shown, actions }: BarProps) {
  const count = all ? total : ids.size
  const bar = useRef<HTMLDivElement>(null)
  // The pressed button goes.
  const unselect = () => {
    bar.current?.parentElement?.querySelector<HTMLElement>('[data-list-row]')?.focus()
    clear()
  }
  const selectAll = () => {
    bar.current?.querySelector('button')?.focus()
    setAll()
  }
  return (
    <Group gap="sm" wrap="nowrap" ref={bar} className={c.bar ?? ''} data-selected={count > 0 || undefined}>
      {count > 0 && <CloseButton aria-label={m.list_unselect()} title={m.list_unselect()} onClick={unselect} />}
      <Text size="sm" fw={620} role="status">
        {count > 0 && m.list_selected({ count })}
      </Text>
      {count > 0 && !all && ids.size >= shown && total > shown && (
        <Button variant="light" onClick={selectAll}>
          {m.list_select_all({ count: total })}
        </Button>
      )}
      {/* Also when all of them have left the list: what somebody types in a dialog of theirs stays. */}
      {(all || chosen.size > 0) && (
        <Group gap="sm" wrap="nowrap" display={count > 0 ? undefined : 'none'}>
          {actions(all ? { all, count: total } : { ids: [...(ids.size > 0 ? ids : chosen)] })}
        </Group>
      )}
    </Group>
  )
}

const keyOf = (name: string) => `list-${name}`

/** Which columns are shown, kept in this browser. */
function useColumns<T>(props: DataListProps<T>) {
  const {
    name,
    columns,
    state: { sort },
    onChange,
  } = props
  return useDataTableColumns<T>({
    key: keyOf(name),
    getInitialValueInEffect: false,
    columns: columns.map((column, at): DataTableColumn<T> => ({
      accessor: column.name,
      title: column.sort ? (
        <SortHead title={column.title} name={column.sort} sort={sort} onSort={(next) => onChange({ sort: next })} />
      ) : (
        column.title
      ),
      render: (row) => (at === 0 ? <RowTitle row={row} title={column.render(row)} {...props} /> : column.render(row)),
      defaultToggle: !column.extra,
      ...(column.align && { textAlign: column.align }),
      ...(column.noWrap && { noWrap: true }),
      ...(column.width && { width: column.width }),
    })),
  })
}

interface RowTitleProps<T> extends Pick<DataListProps<T>, 'idOf' | 'linkOf' | 'onOpen'> {
  readonly row: T
  readonly title: ReactNode
}

/** The link or button that opens a row. */
function RowTitle<T>({ row, title, idOf, linkOf, onOpen }: RowTitleProps<T>) {
  const place = { 'data-list-row': idOf(row) }
  if (linkOf)
    return (
      <TextLink to={linkOf(row)} inherit fw={620} {...place}>
        {title}
      </TextLink>
    )
  // Not opened, but reached by the keys and by “Show more”.
  if (!onOpen)
    return (
      <span tabIndex={-1} {...place}>
        {title}
      </span>
    )
  return (
    <UnstyledButton className={c.open ?? ''} onClick={() => onOpen(row)} {...place}>
      {title}
    </UnstyledButton>
  )
}

interface SortHeadProps {
  readonly title: string
  readonly name: string
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function SortHead({ title, name, sort, onSort }: SortHeadProps) {
  const up = sort === name
  const down = sort === `-${name}`
  return (
    <UnstyledButton
      className={c.sort ?? ''}
      title={m.list_sort_by({ column: title })}
      onClick={() => onSort(up ? `-${name}` : name)}
    >
      {title}
      {up && <IconArrowUp size={16} stroke={1.7} aria-hidden />}
      {down && <IconArrowDown size={16} stroke={1.7} aria-hidden />}
      <VisuallyHidden>{up ? m.list_sorted_up() : down ? m.list_sorted_down() : ''}</VisuallyHidden>
    </UnstyledButton>
  )
}

/** The order, where there are no column heads. */
const SortField = <T,>({ columns, state: { sort }, onChange }: DataListProps<T>) => (
  <ChoiceField
    aria-label={m.list_sort()}
    value={sort}
    data={columns.flatMap(({ title: column, sort: name }) =>
      name
        ? [
            { value: name, label: m.list_sort_up({ column }) },
            { value: `-${name}`, label: m.list_sort_down({ column }) },
          ]
        : [],
    )}
    onChange={({ currentTarget: { value } }) => onChange({ sort: value })}
  />
)

interface ColumnMenuProps<T> {
  readonly choice: ReturnType<typeof useDataTableColumns<T>>
  readonly columns: readonly ListColumn<T>[]
}

function ColumnMenu<T>({ choice: { columnsToggle, setColumnsToggle }, columns }: ColumnMenuProps<T>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.7} />}>
          {m.list_columns()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columnsToggle
          .filter(({ accessor }) => accessor !== columns[0]?.name)
          .map(({ accessor, toggled }) => (
            <Menu.CheckboxItem
              key={accessor}
              checked={toggled}
              onChange={(shown) =>
                setColumnsToggle(
                  columnsToggle.map((one) => (one.accessor === accessor ? { ...one, toggled: shown } : one)),
                )
              }
            >
              {columns.find(({ name }) => name === accessor)?.title}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface RowsProps<T> extends Omit<DataListProps<T>, 'columns' | 'rows'> {
  readonly rows: readonly T[]
  readonly selection: Selected
  readonly columns: DataTableColumn<T>[]
}

function Rows<T>({ name, rows, columns, selection, actions, idOf, nameOf, label, fetching = false }: RowsProps<T>) {
  const { ids, all, set } = selection
  const selectable = actions
    ? {
        selectedRecords: rows.filter((row) => all || ids.has(idOf(row))),
        onSelectedRecordsChange: (selected: T[]) => set(selected.map(idOf)),
        allRecordsSelectionCheckboxProps: { 'aria-label': m.list_select_shown() },
        getRecordSelectionCheckboxProps: (row: T) => ({ 'aria-label': m.list_select({ name: nameOf(row) }) }),
      }
    : {}
  return (
    <DataTable<T>
      aria-label={label}
      records={[...rows]}
      columns={columns}
      idAccessor={idOf}
      storeColumnsKey={keyOf(name)}
      fetching={fetching}
      // As much as the window shows at the end of the page, where “Show more”, a selection's bar and the page's foot stand below the list.
      maxHeight="max(20rem, calc(100dvh - var(--app-shell-header-height) - var(--app-foot) - 232px))"
      withTableBorder
      borderRadius="lg"
      highlightOnHover
      verticalSpacing={9}
      minHeight={0}
      noRecordsText=""
      className={c.table ?? ''}
      {...selectable}
    />
  )
}

interface CardsProps<T> extends DataListProps<T> {
  readonly rows: readonly T[]
  readonly selection: Selected
}

function Cards<T>({ rows, selection, ...list }: CardsProps<T>) {
  const { columns, label, actions, idOf, nameOf } = list
  const { ids, all, set } = selection
  const [first, ...others] = columns
  const shown = others.filter(({ extra }) => !extra)
  const select = (id: string, on: boolean) => {
    const chosen = all ? rows.map(idOf) : [...ids]
    set(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  }
  return (
    <Stack component="ul" gap="sm" aria-label={label} className={c.cards ?? ''}>
      {rows.map((row) => {
        const id = idOf(row)
        return (
          <li key={id} className={c.card}>
            {actions && (
              <Checkbox
                aria-label={m.list_select({ name: nameOf(row) })}
                checked={all || ids.has(id)}
                onChange={({ currentTarget: { checked } }) => select(id, checked)}
              />
            )}
            <div>
              <RowTitle row={row} title={first!.render(row)} {...list} />
              <CardFields row={row} columns={shown.filter(({ folded }) => !folded)} />
              {shown.some(({ folded }) => folded) && (
                <details>
                  <summary aria-label={m.list_card_more({ name: nameOf(row) })}>{m.list_more()}</summary>
                  <CardFields row={row} columns={shown.filter(({ folded }) => folded)} />
                </details>
              )}
            </div>
          </li>
        )
      })}
    </Stack>
  )
}

const CardFields = <T,>({ row, columns }: { readonly row: T; readonly columns: readonly ListColumn<T>[] }) => (
  <dl>
    {columns.map((column) => {
      const value = column.render(row)
      // Zero is something to show.
      const isThere = value !== null && value !== undefined && value !== false && value !== ''
      return (
        isThere && (
          <div key={column.name}>
            <dt>{column.title}</dt>
            <dd>{value}</dd>
          </div>
        )
      )
    })}
  </dl>
)
