import { Alert, Radio, SimpleGrid, Stack } from '@mantine/core'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import { wrongWithoutField } from '#web/ui/fields/field-words.ts'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { today } from '#web/ui/words/format.ts'
import { Total } from '#web/ui/words/total.tsx'
import { m } from '#words/messages.js'
import { type AddDraft, payErrors, type PayWay, payWays } from './add-draft.ts'

interface Props {
  /** Null for whoever may not open them. */
  readonly settingsPath: string | null
  readonly draft: AddDraft
  /** In øre. */
  readonly total: number
  readonly needsReason: boolean
  readonly hasAccount: boolean
  readonly showErrors: boolean
  readonly onChange: (changes: Partial<AddDraft>) => void
}

const wayWords: Record<PayWay, () => string> = {
  cash: m.by_hand_way_cash,
  bank_transfer: m.by_hand_way_bank,
  mobilepay: m.by_hand_way_mobilepay,
  invoice: m.by_hand_way_invoice,
  free: m.by_hand_way_free,
}

/** How it is paid, and why where the office sets something aside. */
export function PayStep({ settingsPath, draft, total, needsReason, hasAccount, showErrors, onChange }: Props) {
  const errors = payErrors(draft, { needsReason, hasAccount })
  const shown = (error: string | false) => showErrors && error
  return (
    <Stack gap="md">
      <Total value={{ minor: draft.way === 'free' ? 0 : total, currency: 'DKK' }} />
      <Radio.Group
        label={m.by_hand_way()}
        value={draft.way}
        onChange={(value) => onChange({ way: payWays.find((one) => one === value) ?? 'cash' })}
      >
        <Stack gap="xs" mt="xs">
          {payWays.map((way) => (
            <Radio key={way} value={way} label={wayWords[way]()} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.way === 'invoice' && (
        <>
          <TextInput
            type="date"
            min={today()}
            label={m.invoice_due()}
            description={m.by_hand_due_hint()}
            value={draft.dueOn}
            error={shown(errors.dueOn)}
            onChange={({ currentTarget }) => onChange({ dueOn: currentTarget.value })}
          />
          {errors.account && (
            <Alert
              color="coral"
              variant={showErrors ? 'outline' : 'light'}
              {...(showErrors && wrongWithoutField)}
              role={showErrors ? 'alert' : 'status'}
              icon={<IconAlertTriangle size={20} stroke={1.7} />}
            >
              {errors.account} {settingsPath && <TextLink to={settingsPath}>{m.by_hand_to_settings()}</TextLink>}
            </Alert>
          )}
        </>
      )}
      {draft.way !== 'invoice' && draft.way !== 'free' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            type="date"
            max={today()}
            label={m.by_hand_received()}
            value={draft.receivedOn}
            error={shown(errors.receivedOn)}
            onChange={({ currentTarget }) => onChange({ receivedOn: currentTarget.value })}
          />
          <TextInput
            limit={100}
            label={m.by_hand_reference()}
            value={draft.reference}
            onChange={({ currentTarget }) => onChange({ reference: currentTarget.value })}
          />
        </SimpleGrid>
      )}
      <Textarea
        autosize
        minRows={2}
        limit={300}
        label={m.registrations_reason()}
        description={needsReason && !shown(errors.reason) ? m.problem_reason_needed() : m.by_hand_reason_hint()}
        value={draft.reason}
        error={shown(errors.reason)}
        onChange={({ currentTarget: { value } }) => onChange({ reason: value.replace(/\n/g, ' ') })}
      />
    </Stack>
  )
}
