import { ActionIcon, Alert, Card, Group, Stack, Text } from '@mantine/core'
import type { HandEvent, HandMembership, QuoteByHand } from '#contract/orders/by-hand.ts'
import { IconAlertTriangle, IconTrash } from '#web/ui/icons/index.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { MoneyField } from '#web/ui/fields/money-field.tsx'
import { danish } from '#web/ui/own-text.tsx'
import { formatDate, formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { type AddDraft, askedLine, type DraftLine, priceProblem } from './add-draft.ts'
import { refusalWords } from './by-hand-queries.ts'

interface Props {
  readonly offers: { readonly memberships: readonly HandMembership[]; readonly events: readonly HandEvent[] }
  readonly draft: AddDraft
  readonly quote: QuoteByHand | undefined
  readonly showErrors: boolean
  readonly onChange: (changes: Partial<AddDraft>) => void
}

const sameLine = (a: DraftLine, b: DraftLine) => JSON.stringify(askedLine(a)) === JSON.stringify(askedLine(b))

/** Everything that is added, each at its price by the rules or at another one. */
export function WhatStep({ offers: { memberships, events }, draft, quote, showErrors, onChange }: Props) {
  const { lines } = draft
  const add = (line: Omit<DraftLine, 'price'>, changes: Partial<AddDraft> = {}) => {
    const next = { ...line, price: '' }
    onChange({ ...changes, ...(!lines.some((one) => sameLine(one, next)) && { lines: [...lines, next] }) })
  }
  const change = (at: number, price: string) =>
    onChange({ lines: lines.map((line, index) => (index === at ? { ...line, price } : line)) })
  return (
    <Stack gap="md">
      <ChoiceField
        label={m.by_hand_membership()}
        value=""
        onChange={({ currentTarget: { value } }) => value && add({ membershipConfId: value })}
        data={[
          { value: '', label: memberships.length > 0 ? m.by_hand_choose() : m.by_hand_no_memberships() },
          ...memberships.map(({ id, name, startDate, endDate, price, onSale }) => ({
            value: id,
            label: [
              name,
              `${formatDate(startDate)} – ${formatDate(endDate)}`,
              price && formatMoney(price),
              !onSale && m.by_hand_not_on_sale(),
            ]
              .filter(Boolean)
              .join(' · '),
          })),
        ]}
      />
      <EventChoice
        {...{ events, eventId: draft.eventId, showErrors }}
        onChoose={(eventId) => onChange({ eventId })}
        onAdd={(line) => add(line, { eventId: '' })}
      />
      {lines.length === 0 && !events.some(({ id }) => id === draft.eventId) && showErrors && (
        <Text c="var(--mantine-color-error)" role="alert">
          {m.by_hand_nothing()}
        </Text>
      )}
      <Stack component="ul" gap="sm" aria-label={m.by_hand_lines()}>
        {lines.map((line, at) => (
          <Line
            key={JSON.stringify(askedLine(line))}
            line={line}
            quoted={quote?.lines.length === lines.length ? quote.lines[at] : undefined}
            title={titleOf(line, memberships, events)}
            showErrors={showErrors}
            onPrice={(price) => change(at, price)}
            onRemove={() => onChange({ lines: lines.filter((_, index) => index !== at) })}
          />
        ))}
      </Stack>
    </Stack>
  )
}

function titleOf(line: DraftLine, memberships: readonly HandMembership[], events: readonly HandEvent[]): string {
  if (line.membershipConfId) return memberships.find(({ id }) => id === line.membershipConfId)?.name ?? ''
  const event = events.find(({ id }) => id === line.eventId)
  const category = event?.categories.find((one) => one.category === line.category)
  return [event?.title, category?.name].filter(Boolean).join(', ')
}

function EventChoice({
  events,
  eventId,
  showErrors,
  onChoose,
  onAdd,
}: {
  readonly events: readonly HandEvent[]
  readonly eventId: string
  readonly showErrors: boolean
  readonly onChoose: (eventId: string) => void
  readonly onAdd: (line: Omit<DraftLine, 'price'>) => void
}) {
  const event = events.find(({ id }) => id === eventId)
  return (
    <Group align="flex-end" grow preventGrowOverflow={false}>
      <ChoiceField
        label={m.by_hand_event()}
        value={event ? eventId : ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = events.find(({ id }) => id === value)
          const [only, ...others] = chosen?.categories ?? []
          if (chosen && only && others.length === 0) onAdd({ eventId: value, category: only.category })
          else onChoose(value)
        }}
        data={[
          { value: '', label: events.length > 0 ? m.by_hand_choose() : m.by_hand_no_events() },
          ...events.map(({ id, title, startsAt }) => ({ value: id, label: `${title} · ${formatDateTime(startsAt)}` })),
        ]}
      />
      {event && (
        <ChoiceField
          label={m.registrations_category()}
          value=""
          error={showErrors && m.by_hand_category_missing()}
          onChange={({ currentTarget: { value } }) => {
            if (value) onAdd({ eventId, category: value })
          }}
          data={[
            { value: '', label: m.by_hand_choose() },
            ...event.categories.map(({ category, name, price, left }) => ({
              value: category,
              label: [name, price && formatMoney(price), left !== null && m.by_hand_left({ count: left })]
                .filter(Boolean)
                .join(' · '),
            })),
          ]}
        />
      )}
    </Group>
  )
}

interface LineProps {
  readonly line: DraftLine
  readonly title: string
  readonly quoted: QuoteByHand['lines'][number] | undefined
  readonly showErrors: boolean
  readonly onPrice: (price: string) => void
  readonly onRemove: () => void
}

function Line({ line, title, quoted, showErrors, onPrice, onRemove }: LineProps) {
  const refusal = quoted?.refusal
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={620} lang={danish()}>
            {title || quoted?.title}
          </Text>
          {quoted?.price && <Text size="sm">{m.by_hand_price_is({ amount: formatMoney(quoted.price) })}</Text>}
        </div>
        <ActionIcon aria-label={m.by_hand_remove({ title })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Group>
      {refusal ? (
        <Alert color="red" role="alert" mt="xs" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
          {refusalWords(refusal)}
        </Alert>
      ) : (
        <>
          {quoted?.overrules.map((code) => (
            <Text key={code} size="sm" mt={4} c="var(--mantine-color-coral-light-color)">
              {m.by_hand_overrules({ rule: overruledWords(code) })}
            </Text>
          ))}
          {quoted?.supersedes && (
            <Text size="sm" mt={4}>
              {quoted.supersedes.chargeDate
                ? m.by_hand_supersedes_charge({ day: formatDate(quoted.supersedes.chargeDate) })
                : m.by_hand_supersedes()}
            </Text>
          )}
          <MoneyField
            mt="xs"
            label={m.by_hand_other_price()}
            value={line.price}
            error={showErrors && priceProblem(line.price)}
            onChange={onPrice}
          />
        </>
      )}
    </Card>
  )
}

const overruled: Readonly<Record<string, () => string>> = {
  configuration_not_on_sale: m.by_hand_not_on_sale,
  membership_too_young: m.by_hand_rule_age,
  membership_too_old: m.by_hand_rule_age,
  birth_date_missing: m.by_hand_rule_birth_date,
  category_age: m.by_hand_rule_age,
  category_members_only: m.by_hand_rule_members,
  event_members_only: m.by_hand_rule_members,
  event_not_public: m.by_hand_rule_not_public,
  event_sale_not_started: m.by_hand_not_on_sale,
  event_sale_ended: m.by_hand_not_on_sale,
  event_over: m.by_hand_rule_over,
}

const overruledWords = (code: string): string => (overruled[code] ?? m.by_hand_rule_other)()
