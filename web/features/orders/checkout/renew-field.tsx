import { Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps } from 'react'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { m } from '#words/messages.js'
import type { BuyValues } from './basket.ts'

/** Whether what is bought renews by itself, and what that means; nobody agrees by doing nothing. */
export const RenewCheck = (input: Omit<ComponentProps<typeof CheckField>, 'label'>) => (
  <CheckField
    label={
      <>
        {m.buy_renew()}
        <Text span size="sm" c="dimmed" display="block" mt={2}>
          {m.buy_renew_explained()}
        </Text>
      </>
    }
    {...input}
  />
)

/** The same in the form that buys. */
export const RenewField = ({ form }: { readonly form: UseFormReturnType<BuyValues> }) => (
  <RenewCheck {...form.getInputProps('autoRenewal', { type: 'checkbox' })} />
)
