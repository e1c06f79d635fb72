import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { countryChoices, countryWords, phoneWords } from '#web/features/members/words.ts'
import { m } from '#words/messages.js'
import styles from './billing.module.css'
import type { BuyValues } from './basket.ts'

type Form = Pick<UseFormReturnType<Pick<BuyValues, 'billing'>>, 'key' | 'getInputProps'>

export function BillingFields({ form }: { form: Form }) {
  const field = (name: keyof BuyValues['billing']) => ({
    key: form.key(`billing.${name}`),
    props: form.getInputProps(`billing.${name}`),
  })
  const [name, email, phone] = [field('name'), field('email'), field('phone')]
  const [line1, line2, line3] = [field('addressLine1'), field('addressLine2'), field('addressLine3')]
  const [postCode, city, country] = [field('postCode'), field('city'), field('country')]
  return (
    <Stack gap="md">
      <TextInput label={m.billing_name()} required autoComplete="billing name" key={name.key} {...name.props} />
      <div className={styles.pair}>
        <TextInput
          label={m.billing_email()}
          description={m.billing_email_explained()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          type="email"
          autoComplete="billing email"
          key={email.key}
          {...email.props}
        />
        <TextInput label={m.billing_phone()} type="tel" autoComplete="billing tel" key={phone.key} {...phone.props} />
      </div>
      <TextInput
        label={m.address_line1()}
        required
        autoComplete="billing address-line1"
        key={line1.key}
        {...line1.props}
      />
      <div className={styles.pair}>
        <TextInput label={m.address_line2()} autoComplete="billing address-line2" key={line2.key} {...line2.props} />
        <TextInput label={m.address_line3()} autoComplete="billing address-line3" key={line3.key} {...line3.props} />
        <TextInput
          label={m.address_postcode()}
          required
          inputMode="numeric"
          autoComplete="billing postal-code"
          key={postCode.key}
          {...postCode.props}
        />
        <TextInput
          label={m.address_city()}
          required
          autoComplete="billing address-level2"
          key={city.key}
          {...city.props}
        />
      </div>
      <ChoiceField
        label={m.address_country()}
        required
        data={countryChoices()}
        autoComplete="billing country-name"
        key={country.key}
        {...country.props}
      />
    </Stack>
  )
}

export function BillingSummary({ billing, onChange }: { billing: BuyValues['billing']; onChange: () => void }) {
  const lines = [
    [billing.addressLine1, billing.addressLine2, billing.addressLine3].filter(Boolean).join(', '),
    `${billing.postCode} ${billing.city}, ${countryWords(billing.country)}`,
    billing.email,
    phoneWords(billing.phone),
  ].filter(Boolean)
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <div className={styles.billing}>
        <Text fw={620}>{billing.name}</Text>
        {lines.map((line) => (
          <Text key={line} c="dimmed" size="sm">
            {line}
          </Text>
        ))}
      </div>
      <Button variant="default" onClick={onChange} aria-label={m.billing_change_named()}>
        {m.billing_change()}
      </Button>
    </Group>
  )
}
