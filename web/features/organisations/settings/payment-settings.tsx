import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconFlask, IconKey, IconBuildingBank } from '#web/ui/icons/index.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { GatewayKey, paymentKey, type PaymentSettings as Settings } from '#contract/payments/key.ts'
import { fullName } from '#contract/members/full-name.ts'
import { call } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { Fact, Facts } from '#web/ui/cards/facts.tsx'
import type { SettingsField } from '#web/paths.ts'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { paymentQuery, useShowPayment } from './queries.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'

/** How a club is paid: its key at the card provider, and where the money goes. */
export function PaymentSettings({ orgId }: { orgId: string }) {
  const query = useQuery(paymentQuery(orgId))
  if (!query.data) return <NotLoaded query={query} rows={2} height={160} />
  return <Loaded orgId={orgId} settings={query.data} />
}

function Loaded({ orgId, settings: { key, testMode, merchant, changed } }: { orgId: string; settings: Settings }) {
  return (
    <Panel title={m.settings_payment()} subtitle={m.settings_payment_explained()}>
      <Stack gap="lg">
        {testMode && (
          <Alert color="coral" icon={<IconFlask size={20} stroke={1.7} />} title={m.settings_payment_test()}>
            {m.settings_payment_test_explained()}
          </Alert>
        )}
        {changed && merchant && <MerchantChanged orgId={orgId} before={changed.before} now={merchant.number} />}
        <Facts>
          <Fact icon={IconKey} name={m.settings_key()}>
            <Text fw={560}>{key ? (key.hint ? `•••• ${key.hint}` : m.settings_key_set()) : m.settings_key_none()}</Text>
            {key?.at && (
              <Text size="sm" c="dimmed">
                {key.by
                  ? m.settings_key_by({
                      name: fullName(key.by),
                      at: formatDateTime(key.at),
                    })
                  : m.settings_key_by_operator({ at: formatDateTime(key.at) })}
              </Text>
            )}
          </Fact>
          <Fact icon={IconBuildingBank} name={m.settings_merchant()}>
            <Text fw={560}>{merchant ? merchant.number : m.settings_merchant_none()}</Text>
            {merchant && merchant.acquirer !== null && (
              <Text size="sm" c="dimmed">
                {acquirerWords(merchant.acquirer)}
              </Text>
            )}
          </Fact>
        </Facts>
        <KeyForm orgId={orgId} isNew={key === null} />
      </Stack>
    </Panel>
  )
}

/** The key is typed here and never shown again. */
function KeyForm({ orgId, isNew }: { orgId: string; isNew: boolean }) {
  const show = useShowPayment(orgId)
  const [key, setKey] = useState('')
  const [malformed, setMalformed] = useState(false)
  const set = useMutation({
    mutationFn: (typed: string) => call(paymentKey.set, { orgId, key: typed }),
    onSuccess: (saved, typed) => {
      setKey((now) => (now === typed ? '' : now))
      show(saved)
      showToast({ message: m.settings_key_saved() })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const valid = GatewayKey.safeParse(key).success
    setMalformed(!valid)
    if (valid) set.mutate(key)
  }
  const refused = set.error && problemText(set.error)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <LinkTarget name={'key' satisfies SettingsField}>
          <PasswordInput
            label={isNew ? m.settings_key_label() : m.settings_key_next()}
            description={m.settings_key_explained()}
            autoComplete="new-password"
            maw={560}
            value={key}
            error={malformed ? m.settings_key_form() : refused}
            visibilityToggleButtonProps={{ 'aria-label': m.settings_key_visible() }}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </LinkTarget>
        <Group>
          <Button type="submit" loading={set.isPending}>
            {m.settings_key_try()}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A key that belongs to somebody else sends the club's money there. */
function MerchantChanged({ orgId, before, now }: { orgId: string; before: string; now: string }) {
  const cache = useQueryClient()
  const confirm = useCall(
    paymentKey.confirmMerchant,
    { orgId, merchant: now },
    {
      onSuccess: (saved) => cache.setQueryData(paymentQuery(orgId).queryKey, saved),
      onError: showFailure,
    },
  )
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} title={m.settings_merchant_changed()}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{m.settings_merchant_changed_explained({ before, now })}</Text>
        <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {m.settings_merchant_right()}
        </Button>
      </Stack>
    </Alert>
  )
}

const acquirers: Readonly<Record<number, string>> = { 0: 'Nets', 1: 'Clearhaus' }

const acquirerWords = (acquirer: number) =>
  m.settings_acquirer({ acquirer: acquirers[acquirer] ?? m.settings_acquirer_number({ number: acquirer }) })
