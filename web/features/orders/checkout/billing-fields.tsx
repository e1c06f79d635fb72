import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { phoneWords } from '#contract/phone-words.ts'
import { CityOfPostCode } from '#web/features/members/city-of-post-code.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { countryChoices, countryWords } from '#web/features/members/words.ts'
import { m } from '#words/messages.js'
import styles from './billing.module.css'
import type { BillingValues } from './billing.ts'

type Form = Pick<UseFormReturnType<{ billing: BillingValues }>, 'key' | 'getInputProps' | 'setFieldValue' | 'errors'>

interface Props {
  readonly form: Form
  readonly billing: BillingValues
}

/** The address to pay from. Name and e-mail are a line of text until they are to be changed. */
export function BillingFields({ form, billing }: Props) {
  const [opened, setOpened] = useState(false)
  const wrong = (['name', 'email', 'phone'] as const).some((name) => Boolean(form.errors[`billing.${name}`]))
  // Stays open once opened, so that a field does not collapse while it is typed.
  if (!opened && (wrong || billing.name === '' || billing.email === '')) setOpened(true)
  const [moreLines, setMoreLines] = useState(billing.addressLine2 !== '' || billing.addressLine3 !== '')
  const field = (name: keyof BillingValues) => form.getInputProps(`billing.${name}`)
  return (
    <Stack gap="md">
      {opened ? (
        <ContactFields form={form} />
      ) : (
        <ChangedBy label={m.billing_change_contact()} onChange={() => setOpened(true)}>
          <Text fw={620}>{billing.name}</Text>
          <Text c="dimmed" size="sm">
            {m.billing_receipt_to({ email: billing.email })}
          </Text>
        </ChangedBy>
      )}
      <TextInput
        label={m.address_street()}
        required
        autoComplete="billing address-line1"
        key={form.key('billing.addressLine1')}
        {...field('addressLine1')}
      />
      {moreLines && (
        <div className={styles.pair}>
          <TextInput label={m.address_line2()} autoComplete="billing address-line2" {...field('addressLine2')} />
          <TextInput label={m.address_line3()} autoComplete="billing address-line3" {...field('addressLine3')} />
        </div>
      )}
      <div className={styles.place}>
        <TextInput
          label={m.address_postcode()}
          required
          inputMode="numeric"
          autoComplete="billing postal-code"
          key={form.key('billing.postCode')}
          {...field('postCode')}
        />
        <TextInput
          label={m.address_city()}
          required
          autoComplete="billing address-level2"
          key={form.key('billing.city')}
          {...field('city')}
        />
      </div>
      <CityOfPostCode
        country={billing.country}
        postCode={billing.postCode}
        city={billing.city}
        onCity={(city) => form.setFieldValue('billing.city', city)}
      />
      <ChoiceField
        label={m.address_country()}
        required
        data={[{ value: '', label: m.address_country_choose(), disabled: true }, ...countryChoices()]}
        autoComplete="billing country-name"
        key={form.key('billing.country')}
        {...field('country')}
      />
      {!moreLines && (
        <Button variant="subtle" size="compact-md" style={{ alignSelf: 'start' }} onClick={() => setMoreLines(true)}>
          {m.address_more_lines()}
        </Button>
      )}
    </Stack>
  )
}

function ContactFields({ form }: Pick<Props, 'form'>) {
  const field = (name: keyof BillingValues) => form.getInputProps(`billing.${name}`)
  return (
    <>
      <TextInput
        label={m.billing_name()}
        required
        autoComplete="billing name"
        key={form.key('billing.name')}
        {...field('name')}
      />
      <div className={styles.pair}>
        <TextInput
          label={m.billing_email()}
          description={m.billing_email_explained()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          type="email"
          autoComplete="billing email"
          key={form.key('billing.email')}
          {...field('email')}
        />
        <TextInput
          label={m.billing_phone()}
          type="tel"
          autoComplete="billing tel"
          key={form.key('billing.phone')}
          {...field('phone')}
        />
      </div>
    </>
  )
}

interface ChangedByProps {
  readonly label: string
  readonly onChange: () => void
  readonly children: ReactNode
}

const ChangedBy = ({ label, onChange, children }: ChangedByProps) => (
  <Group justify="space-between" align="flex-start" gap="md">
    <div className={styles.billing}>{children}</div>
    <Button variant="default" onClick={onChange} aria-label={label}>
      {m.billing_change()}
    </Button>
  </Group>
)

export function BillingSummary({ billing, onChange }: { billing: BillingValues; onChange: () => void }) {
  const lines = [
    [billing.addressLine1, billing.addressLine2, billing.addressLine3].filter(Boolean).join(', '),
    `${billing.postCode} ${billing.city}, ${countryWords(billing.country)}`,
    billing.email,
    phoneWords(billing.phone),
  ].filter(Boolean)
  return (
    <ChangedBy label={m.billing_change_named()} onChange={onChange}>
      <Text fw={620}>{billing.name}</Text>
      {lines.map((line) => (
        <Text key={line} c="dimmed" size="sm">
          {line}
        </Text>
      ))}
    </ChangedBy>
  )
}
