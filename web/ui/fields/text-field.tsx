import {
  Textarea as KitTextarea,
  type TextareaProps,
  TextInput as KitTextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ChangeEventHandler, type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { m } from '#words/messages.js'

interface Limited {
  /** The most characters. A longer text stays as it is, with what is wrong below it; the browser's own limit would cut what is pasted. */
  readonly limit?: number | undefined
}

interface Field<E> {
  readonly value?: unknown
  readonly defaultValue?: unknown
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly onChange?: ChangeEventHandler<E> | undefined
}

/** From this share of the limit on, the count stands below the field. */
const NEARLY = 0.8

function useLimit<E extends { value: string }>({ limit, ...field }: Limited & Field<E>) {
  const [typed, setTyped] = useState(() => (typeof field.defaultValue === 'string' ? field.defaultValue : ''))
  const count = (typeof field.value === 'string' ? field.value : typed).length
  const isOver = limit !== undefined && count > limit
  const isNear = limit !== undefined && count > limit * NEARLY
  return {
    error: isOver ? m.field_over_limit({ max: limit, count }) : field.error,
    description:
      isNear && !isOver ? (
        <>
          {field.description} <span>{m.field_count({ count, max: limit })}</span>
        </>
      ) : (
        field.description
      ),
    onChange: (event: Parameters<ChangeEventHandler<E>>[0]) => {
      setTyped(event.currentTarget.value)
      field.onChange?.(event)
    },
  }
}

/** A line of text with a limit, a day, or a day with its time. */
export function TextInput({ limit, ...props }: TextInputProps & Limited) {
  const limited = useLimit<HTMLInputElement>({ limit, ...props })
  const half = halves[props.type ?? '']
  return half ? <DayInput half={half} {...props} /> : <KitTextInput {...props} {...limited} />
}

/** A day that is typed only in part is one that every form refuses: the browser says that it is blank, and it would be saved as none. */
const halves: Readonly<Record<string, string>> = { date: '0001-01-01', 'datetime-local': '0001-01-01T00:00' }

function DayInput({ half, onChange, onBlur, onKeyDown, ...props }: TextInputProps & { readonly half: string }) {
  const { value, defaultValue } = props
  const sent = useRef(defaultValue ?? '')
  const send = (event: SyntheticEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const typed = field.validity.badInput ? half : field.value
    if (typed === (value ?? sent.current)) return
    sent.current = typed
    const read = Object.assign(document.createElement('input'), { value: typed })
    onChange?.({ ...event, currentTarget: read, target: read })
  }
  return (
    <KitTextInput
      {...props}
      {...(value === half && { value: '' })}
      {...(defaultValue === half && { defaultValue: '' })}
      onChange={send}
      // Nothing changes for the browser while the first day of a field is typed.
      onBlur={(event) => {
        send(event)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(event)
        onKeyDown?.(event)
      }}
    />
  )
}

/** A text of several lines with a limit. */
export function Textarea({ limit, ...props }: TextareaProps & Limited) {
  return <KitTextarea {...props} {...useLimit<HTMLTextAreaElement>({ limit, ...props })} />
}
