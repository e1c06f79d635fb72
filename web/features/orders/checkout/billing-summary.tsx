import { Button, Group, Text } from '@mantine/core'
import { m } from '#words/messages.js'
import styles from './billing.module.css'
import type { BuyValues } from './basket.ts'
import { countryWords } from '#web/ui/words/country-words.ts'
import { phoneWords } from '#web/ui/words/phone-words.ts'

/** Who pays in a few lines, with the way to change it. */
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
