import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconDiscount, IconX } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Coupon } from '#contract/events/coupons.ts'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { formatMoney, formatShortDate } from '#web/ui/words/format.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import styles from './coupon.module.css'
import { availableCouponsQuery } from './queries.ts'
import { type CouponChoice, useCoupon } from './use-coupon.ts'

const couponDraft = defineDraft({ key: 'draft coupon at', schema: z.string(), lifetime: 'tab' })

export interface CouponHandle {
  /**
   * Applies a typed code. Resolves to null if there is none; `code` is null if it was refused, with the reason in the
   * field.
   */
  readonly takeTyped: () => Promise<{ readonly code: string | null } | null>
}

type CouponFieldProps = CouponChoice & {
  /** Called with typed text that isn't applied yet. */
  readonly onTyped?: (text: string) => void
  readonly ref?: Ref<CouponHandle>
}

/**
 * A discount code for an order with tickets: typed, or picked from the club's public codes. It is controlled: the
 * page sends `value` with the quote and the order, and passes `quote.coupon` as `result`.
 * Applying a code reserves a use first, so `onChange` only gets valid codes (signed out: as typed). A code that a
 * later quote refuses stays in the field with its reason. Don't send the order while `quote.coupon.problem` is set,
 * and call `takeTyped()` first.
 */
export function CouponField(choice: CouponFieldProps) {
  const { orgId, eveId, value, onTyped, ref } = choice
  const state = useCoupon(choice)
  const { busy } = state
  const { value: typed, save: setTyped } = useDraft(couponDraft, `${eveId}`, '')
  const [removed, setRemoved] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const remove = useRef<HTMLButtonElement>(null)
  const trigger = useRef<'field' | 'page'>(null)
  const applying = useRef(false)
  const [blocksOrder, setBlocksOrder] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const listed = useQuery(availableCouponsQuery(orgId, eveId)).data ?? []
  const applied = value !== '' && state.problem === null
  // The code blocks the order, so mention that the field can be cleared.
  const problem = state.problem && blocksOrder ? `${state.problem} ${m.coupon_or_empty()}` : state.problem

  // Focus what replaced the pressed button, or the field after an error.
  useEffect(() => {
    if (!trigger.current || busy) return
    const by = trigger.current
    trigger.current = null
    // The page's button keeps the focus, to be pressed again; scroll the discount into view.
    if (applied && by === 'page') place.current?.scrollIntoView({ block: 'center' })
    else (applied ? remove : input).current?.focus()
  }, [applied, busy, blocksOrder])

  useImperativeHandle(ref, () => ({
    takeTyped: async () => (typed.trim() && value === '' ? { code: await use(typed, 'page') } : null),
  }))

  async function use(code: string, by: 'field' | 'page' = 'field'): Promise<string | null> {
    if (applying.current) return null
    applying.current = true
    trigger.current = by
    setBlocksOrder(false)
    setRemoved(false)
    setTyped(code)
    const appliedCode = await state.apply(code.trim())
    applying.current = false
    setBlocksOrder(by === 'page' && appliedCode === null)
    if (appliedCode !== null) setTyped('')
    return appliedCode
  }
  function removeCode() {
    trigger.current = 'field'
    setTyped('')
    setRemoved(true)
    state.forget()
  }
  function retype(text: string) {
    setTyped(text)
    setRemoved(false)
    setBlocksOrder(false)
    state.retype()
    if (value !== '') state.forget()
    onTyped?.(text.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Don't submit the page's form.
    event.preventDefault()
    if (typed.trim()) void use(typed)
  }

  return (
    <Stack ref={place} gap="sm">
      {applied ? (
        <AppliedCode choice={choice} state={state} onRemove={removeCode} removeRef={remove} />
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
            limit={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button
            type="button"
            variant="default"
            size="md"
            // Aligned with the input below its label.
            mt={24}
            loading={busy}
            disabled={!(typed || value).trim()}
            onClick={() => void use(typed || value)}
          >
            {m.coupon_use()}
          </Button>
        </Group>
      )}
      {!applied && listed.length > 0 && (
        <PublicCodes coupons={listed} disabled={busy} onUse={(code) => void use(code)} />
      )}
      {/* For screen readers; the field shows the same. */}
      <VisuallyHidden component="p" role="status">
        {applied ? '' : (problem ?? (removed ? m.coupon_removed() : ''))}
      </VisuallyHidden>
    </Stack>
  )
}

interface AppliedCodeProps {
  readonly choice: CouponChoice
  readonly state: ReturnType<typeof useCoupon>
  readonly onRemove: () => void
  readonly removeRef: Ref<HTMLButtonElement>
}

function AppliedCode({ choice: { value: code, signedIn }, state, onRemove, removeRef }: AppliedCodeProps) {
  const { quoted, coupon, checking } = state
  const named = quoted?.name ? quoted : coupon
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
        <Text fw={700}>{named?.name ? <Own of={named} field="name" /> : code}</Text>
        <Text size="sm">{sentence()}</Text>
      </Box>
      <Button
        ref={removeRef}
        type="button"
        variant="subtle"
        px={8}
        aria-label={m.coupon_remove({ code })}
        onClick={onRemove}
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

interface PublicCodesProps {
  readonly coupons: readonly Coupon[]
  readonly disabled: boolean
  readonly onUse: (code: string) => void
}

function PublicCodes({ coupons, disabled, onUse }: PublicCodesProps) {
  const heading = useId()
  return (
    <Stack gap="xs">
      <Text span size="sm" c="dimmed" id={heading}>
        {m.coupon_listed()}
      </Text>
      <Group component="ul" gap="xs" aria-labelledby={heading}>
        {coupons.map((coupon) => (
          <li key={coupon.id}>
            <button type="button" className={styles.chip} disabled={disabled} onClick={() => onUse(coupon.code)}>
              <strong>{coupon.code}</strong>
              <span>{worthWords(coupon)}</span>
              <small>{limitWords(coupon)}</small>
              <VisuallyHidden>{m.coupon_use_named({ name: coupon.name })}</VisuallyHidden>
            </button>
          </li>
        ))}
      </Group>
    </Stack>
  )
}

/** Such as `10% off` or `DKK 50.00 off`. */
const worthWords = ({ percent, amount }: Coupon): string =>
  amount === null
    ? m.coupon_percent_off({ percent: String(percent) })
    : m.coupon_amount_off({ amount: formatMoney(amount) })

/** Expiry date, and the number of uses left if few. */
const limitWords = ({ validUntil, left }: Coupon): string =>
  [
    validUntil !== null && m.coupon_valid_until({ date: formatShortDate(validUntil) }),
    left !== null && left <= 20 && m.coupon_left({ count: String(left) }),
  ]
    .filter(Boolean)
    .join(' · ')
