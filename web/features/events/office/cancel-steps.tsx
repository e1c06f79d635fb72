import { Alert, Paper, Radio, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import * as z from 'zod/mini'
import { IconUserShield } from '#web/ui/icons/index.ts'
import type { CancelNumbers, CancelPreview } from '#contract/events/cancel.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { Textarea } from '#web/ui/fields/text-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney, formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { moneySentences } from './cancel-banner.tsx'
import { dayWords } from './repeat-words.ts'

/** Typed values of the steps. The event's name is not part of them: whoever returns types it again. */
const CancelDraft = z.object({
  /** Of a date of a series. */
  scope: z._default(z.enum(['one', 'later']), 'one'),
  step: z.int().check(z.minimum(0), z.maximum(2)),
  da: z.string(),
  en: z.string(),
  refunds: z.enum(['all', 'none']),
  reason: z.string(),
})
export type CancelDraft = z.infer<typeof CancelDraft>

const cancelDraft = defineDraft({ key: 'draft cancel event', schema: CancelDraft, lifetime: 'tab' })

const fresh: CancelDraft = { scope: 'one', step: 0, da: '', en: '', refunds: 'all', reason: '' }

export function useCancelDraft(eventId: string) {
  const { value: draft, save, clear } = useDraft(cancelDraft, eventId, fresh)
  return { draft, change: (changes: Partial<CancelDraft>) => save({ ...draft, ...changes }), clear }
}

const message = { autosize: true, minRows: 5, maxRows: 16, limit: 5000 }

interface NumbersProps {
  readonly numbers: CancelNumbers
  readonly mayRefund: boolean
  /** Those before it is cancelled when left out. */
  readonly title?: string
  readonly text?: string
}

/** The effect of a cancellation in numbers, and whether somebody else has to approve it. */
export function NumbersStep({
  numbers,
  mayRefund,
  title = m.event_cancel_numbers_title(),
  text = m.event_cancel_numbers_text(),
}: NumbersProps) {
  const { tickets, orders, toCards, byHand, freeTickets, unpaidOrders, couponsUsed, waiting = 0, testTickets } = numbers
  const isEmpty = tickets + unpaidOrders + waiting + testTickets === 0
  const rows: [string, string | false][] = [
    [m.event_cancel_tickets(), formatNumber(tickets)],
    [m.event_cancel_orders(), formatNumber(orders)],
    [m.event_cancel_to_cards(), toCards !== null && formatMoney(toCards)],
    [m.event_cancel_by_hand(), byHand !== null && byHand.minor > 0 && formatMoney(byHand)],
    [m.event_cancel_free(), freeTickets > 0 && formatNumber(freeTickets)],
    [m.event_cancel_unpaid(), unpaidOrders > 0 && formatNumber(unpaidOrders)],
    [m.event_cancel_codes(), couponsUsed > 0 && formatNumber(couponsUsed)],
    [m.event_cancel_waiting_list(), waiting > 0 && formatNumber(waiting)],
  ]
  return (
    <Panel title={title} subtitle={text}>
      <Stack gap="md">
        {isEmpty ? (
          <Text>{m.event_cancel_nobody()}</Text>
        ) : (
          <Table maw={640} aria-label={title}>
            <Table.Tbody>
              {rows.map(
                ([name, value]) =>
                  value && (
                    <Table.Tr key={name}>
                      <Table.Th scope="row" fw={400}>
                        {name}
                      </Table.Th>
                      <Table.Td ta="right" fw={620} style={{ whiteSpace: 'nowrap' }}>
                        {value}
                      </Table.Td>
                    </Table.Tr>
                  ),
              )}
            </Table.Tbody>
          </Table>
        )}
        {testTickets > 0 && (
          <Text size="sm" c="dimmed">
            {m.event_cancel_tests({ count: testTickets })}
          </Text>
        )}
        {!mayRefund && (
          <Alert color="coral" icon={<IconUserShield size={20} stroke={1.7} />}>
            {m.event_cancel_approval()}
          </Alert>
        )}
      </Stack>
    </Panel>
  )
}

interface ScopeProps {
  readonly later: NonNullable<CancelPreview['later']>
  readonly scope: CancelDraft['scope']
  readonly onChange: (scope: CancelDraft['scope']) => void
}

/** Of a date in a series: this one alone, or the later ones, too. */
export const ScopeChoice = ({ later: { dates, drafts, kept, last }, scope, onChange }: ScopeProps) => (
  <Panel title={m.event_cancel_scope()}>
    <Radio.Group
      aria-label={m.event_cancel_scope()}
      value={scope}
      onChange={(value) => onChange(value === 'later' ? value : 'one')}
    >
      <Stack gap="sm">
        <Radio value="one" label={m.event_cancel_scope_one()} />
        <Radio
          value="later"
          label={
            dates > 0
              ? m.event_cancel_scope_later({ count: dates })
              : m.event_cancel_scope_drafts_only({ count: drafts })
          }
          description={[
            m.event_cancel_scope_until({ date: dayWords(last.slice(0, 10)) }),
            dates > 0 && drafts > 0 && m.event_cancel_scope_drafts({ count: drafts }),
            kept > 0 && m.event_cancel_scope_kept({ count: kept }),
          ]
            .filter(Boolean)
            .join(' ')}
        />
      </Stack>
    </Radio.Group>
  </Panel>
)

/** Missing values of the second step. */
export const textErrors = ({ da, refunds, reason }: CancelDraft): { da?: string; reason?: string } => ({
  ...(da.trim() === '' && { da: m.event_cancel_text_missing() }),
  ...(refunds === 'none' && reason.trim() === '' && { reason: m.event_cancel_reason_missing() }),
})

interface TextProps {
  readonly event: EditedEvent
  readonly numbers: CancelNumbers
  readonly draft: CancelDraft
  /** Whether what is missing is said. */
  readonly shows: boolean
  readonly onChange: (changes: Partial<CancelDraft>) => void
}

/** The message to the guests in both languages, and whether they are refunded. */
export function TextStep({ event, numbers, draft, shows, onChange }: TextProps) {
  const { da, en, refunds, reason } = draft
  const errors = shows ? textErrors(draft) : {}
  const isPaid = numbers.tickets > numbers.freeTickets
  const isAllByHand = numbers.toCards?.minor === 0
  return (
    <Stack gap="lg">
      <Panel title={m.event_cancel_text_title()} subtitle={m.event_cancel_text_hint()}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Textarea
            required
            withAsterisk
            lang="da"
            {...message}
            label={m.event_cancel_text_da()}
            value={da}
            error={errors.da}
            onChange={({ currentTarget: { value } }) => onChange({ da: value })}
          />
          <Textarea
            lang="en"
            {...message}
            label={m.event_cancel_text_en()}
            description={m.event_cancel_text_en_hint()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={en}
            onChange={({ currentTarget: { value } }) => onChange({ en: value })}
          />
        </SimpleGrid>
      </Panel>
      {isPaid && (
        <Panel title={m.event_cancel_refunds()}>
          <Stack gap="md">
            <Radio.Group
              aria-label={m.event_cancel_refunds()}
              value={refunds}
              onChange={(value) => onChange({ refunds: value === 'none' ? value : 'all' })}
            >
              <Stack gap="sm">
                <Radio
                  value="all"
                  label={m.event_cancel_refunds_all()}
                  description={
                    moneySentences(numbers, m.event_cancel_refunds_all_text) ?? m.event_cancel_refunds_all_unseen()
                  }
                />
                <Radio
                  value="none"
                  label={m.event_cancel_refunds_none()}
                  description={m.event_cancel_refunds_none_text()}
                />
              </Stack>
            </Radio.Group>
            {refunds === 'none' && (
              <Textarea
                required
                withAsterisk
                maw={640}
                autosize
                minRows={2}
                limit={500}
                label={m.event_cancel_reason()}
                description={m.event_cancel_reason_hint()}
                value={reason}
                error={errors.reason}
                onChange={({ currentTarget: { value } }) => onChange({ reason: value })}
              />
            )}
          </Stack>
        </Panel>
      )}
      <Panel title={m.event_cancel_preview()} subtitle={m.event_cancel_preview_text()}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Preview language="da" {...{ event, draft, isPaid, isAllByHand }} />
          <Preview language="en" {...{ event, draft, isPaid, isAllByHand }} />
        </SimpleGrid>
      </Panel>
    </Stack>
  )
}

interface PreviewProps {
  readonly language: 'da' | 'en'
  readonly event: EditedEvent
  readonly draft: CancelDraft
  readonly isPaid: boolean
  /** All was paid to the club itself. */
  readonly isAllByHand: boolean
}

/** A guest's message in one language. */
function Preview({ language, event, draft, isPaid, isAllByHand }: PreviewProps) {
  const say = { locale: language }
  const { title } = event.fields
  const text = (language === 'en' && draft.en.trim()) || draft.da.trim()
  const refunded = isAllByHand ? m.event_cancelled_by_hand : m.event_cancelled_refunded
  const money = draft.refunds === 'all' ? refunded : m.event_cancelled_kept
  const name = language === 'da' ? m.event_cancel_preview_da() : m.event_cancel_preview_en()
  return (
    <section aria-label={name}>
      <Text size="sm" c="dimmed" mb={6}>
        {name}
      </Text>
      <Paper withBorder p="md" lang={language} data-own-words>
        <Stack gap="sm">
          <Text fw={680}>
            {m.mail_event_cancelled_subject({ event: (language === 'en' && title.en) || title.da }, say)}
          </Text>
          {text ? (
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
          ) : (
            <Text c="dimmed">{m.event_cancel_preview_empty({}, say)}</Text>
          )}
          {isPaid && <Text>{money({}, say)}</Text>}
          {isPaid && draft.refunds === 'none' && draft.reason.trim() !== '' && (
            <Text style={{ whiteSpace: 'pre-line' }}>{draft.reason.trim()}</Text>
          )}
        </Stack>
      </Paper>
    </section>
  )
}
