import { Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { m } from '#words/messages.js'
import type { BuyValues } from './buy-values.ts'

/** Whether what is bought renews by itself, and what that means; nobody agrees by doing nothing. */
export const RenewField = ({ form }: { readonly form: UseFormReturnType<BuyValues> }) => (
  <CheckField
    label={
      <>
        {m.buy_renew()}
        <Text span size="sm" c="dimmed" display="block" mt={2}>
          {m.buy_renew_explained()}
        </Text>
      </>
    }
    {...form.getInputProps('autoRenewal', { type: 'checkbox' })}
  />
)
