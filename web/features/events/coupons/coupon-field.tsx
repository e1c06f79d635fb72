import { Box, Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconDiscount, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { Coupon } from '#contract/coupons.ts'
import { formatMoney, formatShortDate } from '#web/ui/words/format.ts'
import { useStoredText } from '#web/api/drafts.ts'
import { m } from '#words/messages.js'
import styles from './coupon.module.css'
import { availableCouponsQuery } from './queries.ts'
import { type CouponChoice, useCoupon } from './use-coupon.ts'

/** What the page asks before it sends an order. */
export interface CouponHandle {
  /** Takes a code that is typed and not used. @returns null: there is none; `code` null: it cannot be had, and the field says why */
  readonly takeTyped: () => Promise<{ readonly code: string | null } | null>
}

type CouponFieldProps = CouponChoice & {
  readonly disabled?: boolean
  /** Hears of what is typed and not used yet. */
  readonly onTyped?: (text: string) => void
  readonly ref?: Ref<CouponHandle>
}

/**
 * A discount code for an order with tickets: typed, or chosen from those that the club shows to everybody. It is controlled: the
 * page keeps `value`, sends it with the quote and with the order, and hands back what the quote says of it as `result`
 * (`quote.coupon`); `pending` while a quote is on its way. Taking a code keeps a use of it for the caller first, so that `onChange`
 * gets only good ones (signed out: as typed). A code that the quote refuses later stays in the field with its reason until it is changed
 * or taken out: do not send an order while `quote.coupon.problem` is set. Nor while a code is typed and not used: ask `ref` first.
 */
export function CouponField(choice: CouponFieldProps) {
  const { orgId, eveId, value, onTyped, ref, disabled = false } = choice
  const state = useCoupon(choice)
  const { busy } = state
  const { text: typed, change: setTyped } = useStoredText(`coupon at ${eveId}`)
  const [removed, setRemoved] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const remove = useRef<HTMLButtonElement>(null)
  const acted = useRef<'field' | 'page'>(null)
  const taking = useRef(false)
  const [held, setHeld] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const listed = useQuery(availableCouponsQuery(orgId, eveId)).data ?? []
  const stands = value !== '' && state.problem === null
  // It keeps an order from being sent.
  const problem = state.problem && held ? `${state.problem} ${m.coupon_or_empty()}` : state.problem

  // Where the button that was pressed is gone, the keyboard goes on from what took its place; after a mistake, at the mistake.
  useEffect(() => {
    if (!acted.current || busy) return
    const by = acted.current
    acted.current = null
    // Whoever pressed the page's button presses it again; what the code is worth comes into sight.
    if (stands && by === 'page') place.current?.scrollIntoView({ block: 'center' })
    else (stands ? remove : input).current?.focus()
  }, [stands, busy, held])

  useImperativeHandle(ref, () => ({
    takeTyped: async () => (typed.trim() && value === '' ? { code: await use(typed, 'page') } : null),
  }))

  async function use(code: string, by: 'field' | 'page' = 'field'): Promise<string | null> {
    if (taking.current || disabled) return null
    taking.current = true
    acted.current = by
    setHeld(false)
    setRemoved(false)
    setTyped(code)
    const taken = await state.take(code.trim())
    taking.current = false
    setHeld(by === 'page' && taken === null)
    if (taken !== null) setTyped('')
    return taken
  }
  function takeOut() {
    acted.current = 'field'
    setTyped('')
    setRemoved(true)
    state.forget()
  }
  function retype(text: string) {
    setTyped(text)
    setRemoved(false)
    setHeld(false)
    state.retype()
    if (value !== '') state.forget()
    onTyped?.(text.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // The page's own form must not be sent by it.
    event.preventDefault()
    if (typed.trim()) void use(typed)
  }

  return (
    <Stack ref={place} gap="sm">
      {stands ? (
        <Taken choice={choice} state={state} onRemove={takeOut} removeRef={remove} disabled={disabled} />
      ) : (
        <Group gap="8px 12px" align="flex-start">
          <TextInput
            ref={input}
            flex="1 1 150px"
            styles={{ input: { fontWeight: 620, letterSpacing: '0.04em' } }}
            label={m.coupon_label()}
            value={typed || value}
            onChange={(event) => retype(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            error={problem}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            disabled={disabled}
          />
          <Button
            type="button"
            variant="default"
            size="md"
            // Beside the field, below its label.
            mt={24}
            loading={busy}
            disabled={disabled || !(typed || value).trim()}
            onClick={() => void use(typed || value)}
          >
            {m.coupon_use()}
          </Button>
        </Group>
      )}
      {!stands && listed.length > 0 && (
        <Listed coupons={listed} disabled={disabled || busy} onUse={(code) => void use(code)} />
      )}
      {/* Heard, not seen: the field shows the same. */}
      <VisuallyHidden component="p" role="status">
        {stands ? '' : (problem ?? (removed ? m.coupon_removed() : ''))}
      </VisuallyHidden>
    </Stack>
  )
}

interface TakenProps {
  readonly choice: CouponChoice
  readonly state: ReturnType<typeof useCoupon>
  readonly onRemove: () => void
  readonly removeRef: Ref<HTMLButtonElement>
  readonly disabled: boolean
}

/** The code that is chosen, what it takes off, and the way to take it out again. */
function Taken({ choice: { value: code, signedIn }, state, onRemove, removeRef, disabled }: TakenProps) {
  const { quoted, coupon, checking } = state
  const name = quoted?.name || coupon?.name
  const off = quoted && quoted.off.minor > 0 ? quoted.off : null
  return (
    <Group
      gap="8px 12px"
      p="12px 8px 12px 16px"
      bdrs="md"
      bd={`1px solid ${off ? 'transparent' : 'var(--app-line)'}`}
      {...(off && { bg: 'var(--mantine-color-teal-light)' })}
    >
      <IconDiscount size={22} stroke={1.7} aria-hidden />
      <Box flex="1 1 90px" role="status" aria-busy={checking}>
        <Text fw={700}>{name || code}</Text>
        <Text size="sm">{sentence()}</Text>
      </Box>
      <Button
        ref={removeRef}
        type="button"
        variant="subtle"
        size="sm"
        px={8}
        aria-label={m.coupon_remove({ code })}
        onClick={onRemove}
        disabled={disabled}
      >
        <IconX size={20} stroke={1.7} aria-hidden />
      </Button>
    </Group>
  )

  function sentence() {
    if (off) return m.coupon_takes_off({ code, off: formatMoney(off) })
    if (quoted) return m.coupon_takes_nothing_off({ code })
    if (checking) return m.coupon_checking()
    return signedIn ? m.coupon_chosen({ code }) : m.coupon_chosen_signed_out({ code })
  }
}

interface ListedProps {
  readonly coupons: readonly Coupon[]
  readonly disabled: boolean
  readonly onUse: (code: string) => void
}

/** Codes that anybody may take, with what each is worth. */
function Listed({ coupons, disabled, onUse }: ListedProps) {
  const heading = useId()
  return (
    <Stack gap="xs">
      <Text span size="sm" c="dimmed" id={heading}>
        {m.coupon_listed()}
      </Text>
      <Group component="ul" gap="xs" aria-labelledby={heading}>
        {coupons.map((coupon) => {
          const { id, code, name } = coupon
          const worth = worthWords(coupon)
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.chip}
                disabled={disabled}
                aria-label={m.coupon_use_named({ code, name, worth })}
                onClick={() => onUse(code)}
              >
                <strong>{code}</strong>
                <span>{worth}</span>
                <small>{limitWords(coupon)}</small>
              </button>
            </li>
          )
        })}
      </Group>
    </Stack>
  )
}

/** `10% off`, `DKK 50.00 off`. */
const worthWords = ({ percent, amount }: Pick<Coupon, 'percent' | 'amount'>): string =>
  amount === null
    ? m.coupon_percent_off({ percent: String(percent) })
    : m.coupon_amount_off({ amount: formatMoney(amount) })

/** Until when, and how many are left when they are few. */
function limitWords({ validUntil, left }: Pick<Coupon, 'validUntil' | 'left'>): string {
  const parts = [
    validUntil === null ? null : m.coupon_valid_until({ date: formatShortDate(validUntil) }),
    left !== null && left <= 20 ? m.coupon_left({ count: String(left) }) : null,
  ]
  return parts.filter(Boolean).join(' · ')
}
