import { Button, Checkbox, CloseButton, Group, Popover, Stack } from '@mantine/core'
import { IconFilterPlus } from '../icons/index.ts'
import { useRef, useState, type SubmitEvent } from 'react'
import type { Condition, Filter } from '#contract/filters.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { MoneyField, NumberField } from '#web/ui/fields/money-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { readAmount, readNumber } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { type Fields, filterSentence } from './filter-sentence.ts'
import c from './data-list.module.css'

interface Props {
  readonly fields: Fields
  readonly filter: Filter | undefined
  readonly onChange: (filter: Filter | undefined) => void
}

/** The filters that are on, each with a way to remove it, whether all or one of them must hold, and a form for another. */
export function FilterBar({ fields, filter, onChange }: Props) {
  const parts = partsOf(filter)
  const [adding, setAdding] = useState(false)
  const join = filter && 'any' in filter ? 'any' : 'all'
  const change = (next: readonly Filter[], by: 'all' | 'any' = join) =>
    onChange(next.length > 1 ? joined(next, by) : next[0])
  const bar = useRef<HTMLDivElement>(null)
  // The pressed button goes: the next one takes the focus, or the one that adds a filter.
  const remove = (at: number) => {
    const buttons = [...bar.current!.querySelectorAll<HTMLElement>('button')]
    buttons[at + 1]?.focus()
    change(parts.toSpliced(at, 1))
  }
  const clear = () => {
    bar.current!.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
    onChange(undefined)
  }
  return (
    <Group gap={8} ref={bar}>
      {parts.length > 1 && (
        <ChoiceField
          aria-label={m.list_filter_join()}
          size="sm"
          value={join}
          data={[
            { value: 'all', label: m.list_filter_join_all() },
            { value: 'any', label: m.list_filter_join_any() },
          ]}
          onChange={({ currentTarget: { value } }) => change(parts, value === 'any' ? 'any' : 'all')}
        />
      )}
      {parts.map((part, at) => {
        const words = filterSentence(part, fields)
        return (
          <span key={words} className={c.chip}>
            {words}
            <CloseButton size="sm" aria-label={m.list_filter_remove({ filter: words })} onClick={() => remove(at)} />
          </span>
        )
      })}
      <Popover
        opened={adding}
        onChange={setAdding}
        position="bottom-start"
        trapFocus
        returnFocus
        withRoles={false}
        width={320}
      >
        <Popover.Target>
          <Button
            variant="default"
            aria-haspopup="dialog"
            aria-expanded={adding}
            leftSection={<IconFilterPlus size={18} stroke={1.7} />}
            onClick={() => setAdding(!adding)}
            // Pressed before the dialog has the focus, too.
            onKeyDown={({ key }) => key === 'Escape' && setAdding(false)}
          >
            {m.list_filter_add()}
          </Button>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={m.list_filter_add()}>
          <NewFilter
            fields={fields}
            onAdd={(added) => {
              setAdding(false)
              change([...parts, added])
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {parts.length > 1 && (
        <Button variant="subtle" onClick={clear}>
          {m.list_filter_clear()}
        </Button>
      )}
    </Group>
  )
}

const joined = (parts: readonly Filter[], by: 'all' | 'any'): Filter => (by === 'any' ? { any: parts } : { all: parts })

const partsOf = (filter: Filter | undefined): readonly Filter[] =>
  filter === undefined ? [] : 'all' in filter ? filter.all : 'any' in filter ? filter.any : [filter]

type Op = Condition['op']

/** The first is the usual one. */
function opsOf(kind: Fields[string]['kind']): readonly Op[] {
  switch (kind) {
    case 'text':
      return ['contains', 'starts', 'is', 'empty']
    case 'number':
      return ['below', 'from', 'between', 'is', 'empty']
    case 'money':
      return ['below', 'from', 'between', 'is']
    case 'date':
      return ['from', 'below', 'between', 'is', 'empty']
    case 'choice':
      return ['any_of']
  }
}

function opWords(op: Op, kind: Fields[string]['kind']): string {
  if (kind === 'date' && op === 'below') return m.list_op_before()
  if (kind === 'date' && op === 'from') return m.list_op_since()
  return {
    contains: m.list_op_contains,
    starts: m.list_op_starts,
    is: m.list_op_is,
    below: m.list_op_below,
    from: m.list_op_from,
    between: m.list_op_between,
    any_of: m.list_op_any_of,
    empty: m.list_op_empty,
  }[op]()
}

/** Of a text, as a filter takes it. */
const MOST_LETTERS = 100

interface Typed {
  readonly value: string
  readonly to: string
  readonly values: readonly string[]
}

const nothing: Typed = { value: '', to: '', values: [] }

function NewFilter({ fields, onAdd }: { fields: Fields; onAdd: (filter: Filter) => void }) {
  const names = Object.keys(fields)
  const [name, setName] = useState(names[0]!)
  const field = fields[name]!
  const ops = opsOf(field.kind)
  const [op, setOp] = useState<Op>(ops[0]!)
  const [typed, setTyped] = useState(nothing)
  const [opposite, setOpposite] = useState(false)
  const [missing, setMissing] = useState(false)
  const choose = (next: string) => {
    setName(next)
    setOp(opsOf(fields[next]!.kind)[0]!)
    setTyped(nothing)
    setMissing(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const condition = conditionOf(name, field.kind, op, typed)
    setMissing(!condition)
    if (condition) onAdd(opposite ? { not: condition } : condition)
  }
  const input = (which: 'value' | 'to', label: string) => {
    const unread = valueOf(typed[which], field.kind) === null
    const wrong = field.kind === 'date' && typed[which] !== '' ? m.field_date() : m.list_filter_missing()
    const error = missing && unread && wrong
    const onChange = (text: string) => setTyped({ ...typed, [which]: text })
    if (field.kind === 'money') return <MoneyField key={name} value={typed[which]} {...{ label, error, onChange }} />
    if (field.kind === 'number') return <NumberField key={name} value={typed[which]} {...{ label, error, onChange }} />
    return (
      <TextInput
        type={field.kind === 'date' ? 'date' : 'text'}
        limit={MOST_LETTERS}
        value={typed[which]}
        onChange={({ currentTarget: { value } }) => onChange(value)}
        {...{ label, error }}
      />
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ChoiceField
          label={m.list_filter_field()}
          data-autofocus
          value={name}
          data={names.map((one) => ({ value: one, label: fields[one]!.label }))}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
        {ops.length > 1 && (
          <ChoiceField
            label={m.list_filter_condition()}
            value={op}
            data={ops.map((one) => ({ value: one, label: opWords(one, field.kind) }))}
            onChange={({ currentTarget: { value } }) => setOp(value as Op)}
          />
        )}
        {op === 'any_of' ? (
          <Checkbox.Group
            label={m.list_filter_values()}
            value={[...typed.values]}
            error={missing && m.list_filter_missing()}
            onChange={(values) => setTyped({ ...typed, values })}
          >
            <Stack gap={8} mt={8} mah={220} className={c.choices}>
              {(field.options ?? []).map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : op === 'between' ? (
          <Group grow>
            {input('value', m.list_filter_from())}
            {input('to', m.list_filter_to())}
          </Group>
        ) : (
          op !== 'empty' && input('value', m.list_filter_value())
        )}
        <Checkbox
          label={m.list_filter_opposite()}
          checked={opposite}
          onChange={({ currentTarget: { checked } }) => setOpposite(checked)}
        />
        <Button type="submit">{m.list_filter_apply()}</Button>
      </Stack>
    </form>
  )
}

/** The condition that was typed; null while something is missing. */
function conditionOf(field: string, kind: Fields[string]['kind'], op: Op, typed: Typed): Condition | null {
  if (op === 'empty') return { field, op }
  if (op === 'any_of') return typed.values.length > 0 ? { field, op, values: typed.values } : null
  const value = valueOf(typed.value, kind)
  if (value === null) return null
  if (op === 'contains' || op === 'starts') return { field, op, value: String(value) }
  if (op !== 'between') return { field, op, value }
  const to = valueOf(typed.to, kind)
  return to === null ? null : { field, op, from: value, to }
}

function valueOf(typed: string, kind: Fields[string]['kind']): string | number | null {
  const text = typed.trim()
  if (text === '') return null
  if (kind === 'number') {
    const read = readNumber(text)
    return read.kind === 'read' ? read.value : null
  }
  if (kind === 'date') return /^(19|2\d)\d\d-/.test(text) ? text : null
  if (kind !== 'money') return text.length > MOST_LETTERS ? null : text
  const read = readAmount(text)
  return read.kind === 'read' ? read.minor : null
}
