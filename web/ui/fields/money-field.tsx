import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { type FocusEvent, useState } from 'react'
import { formatMoney } from '#web/ui/words/format.ts'
import { amountProblem, numberProblem, readAmount, typedAmount } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'

interface TypedProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> {
  readonly value?: string | undefined
  readonly defaultValue?: string | undefined
  /** The text as it is typed; `minorOf` and `numberOf` read it. */
  readonly onChange?: ((text: string) => void) | undefined
}

interface MoneyProps extends TypedProps {
  readonly currency?: string | undefined
}

/** An amount, kept as it is typed. On blur, the parsed amount is shown below it, or how to correct it. */
export function MoneyField({ currency = 'DKK', description, error, ...props }: MoneyProps) {
  const { field, isTyping, text, setText } = useTyped(props)
  const read = readAmount(text)
  const money = (minor: number) => formatMoney({ minor, currency })
  const isUnclear = (!isTyping || Boolean(error)) && read.kind === 'unclear'
  const understood = !isTyping && read.kind === 'read' ? `= ${money(read.minor)}` : null
  return (
    <div>
      <TextInput
        {...field}
        inputMode="decimal"
        description={
          <>
            {/* Always there, so that nothing moves away from under a finger when the field is left. */}
            <span role="status">{understood ?? '\u00a0'}</span>
            {description && <span> {description}</span>}
          </>
        }
        error={isTyping ? error : (amountProblem(text) ?? error)}
      />
      {isUnclear && (
        <Group gap={6} mt={6} role="group" aria-label={m.amount_which()}>
          {read.choices.map((minor) => (
            <Button key={minor} size="xs" variant="default" onClick={() => setText(typedAmount(minor))}>
              {money(minor)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}

interface NumberProps extends TypedProps {
  /** Decimals are allowed. */
  readonly decimals?: boolean | undefined
  readonly negative?: boolean | undefined
  /** Stands behind the number, such as %. */
  readonly unit?: string | undefined
}

/** A number, which stays as it is typed. What is none is refused with a sentence when the field is left. */
export function NumberField({ decimals, negative, unit, error, ...props }: NumberProps) {
  const { field, isTyping, text } = useTyped(props)
  return (
    <TextInput
      {...field}
      // A phone's keys for numbers have no minus.
      inputMode={negative ? 'text' : decimals ? 'decimal' : 'numeric'}
      rightSection={unit && <Text size="sm">{unit}</Text>}
      error={isTyping ? error : (numberProblem(text, { decimals, negative }) ?? error)}
    />
  )
}

/** A field whose text is read when it is left. */
function useTyped({ value, defaultValue, onChange, onBlur, ...props }: TypedProps) {
  const [isTyping, setIsTyping] = useState(false)
  const [text, setText] = useUncontrolled({
    ...(value !== undefined && { value }),
    ...(defaultValue !== undefined && { defaultValue }),
    finalValue: '',
    ...(onChange && { onChange }),
  })
  const order: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']
  const field = {
    autoComplete: 'off',
    inputWrapperOrder: order,
    ...props,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setIsTyping(true)
      setText(currentTarget.value)
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      setIsTyping(false)
      onBlur?.(event)
    },
  }
  return { field, isTyping, text, setText }
}
