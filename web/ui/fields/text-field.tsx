import {
  Textarea as KitTextarea,
  type TextareaProps,
  TextInput as KitTextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ChangeEventHandler, type ReactNode, useState } from 'react'
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

/** A line of text with a limit. */
export function TextInput({ limit, ...props }: TextInputProps & Limited) {
  return <KitTextInput {...props} {...useLimit<HTMLInputElement>({ limit, ...props })} />
}

/** A text of several lines with a limit. */
export function Textarea({ limit, ...props }: TextareaProps & Limited) {
  return <KitTextarea {...props} {...useLimit<HTMLTextAreaElement>({ limit, ...props })} />
}
