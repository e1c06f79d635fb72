import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { missingInProfile } from './address-rules.ts'

interface Props {
  member: Member
  action: ReactNode
  /** Leaves out fields that a purchase does not need. */
  onlyRequired?: boolean
}

/** Lists missing profile fields; hidden if the profile is complete. */
export function MissingPanel({ member, action, onlyRequired = false }: Props) {
  const missing = missingInProfile(member)
  const { required } = missing
  const stops = required.length > 0
  // Optional fields are listed once the required ones are complete.
  const wished = onlyRequired || stops ? [] : missing.wished
  if (!stops && wished.length === 0) return null
  return (
    <Alert
      color={stops ? 'coral' : 'fjord'}
      icon={stops ? <IconAlertTriangle /> : <IconInfoCircle />}
      title={stops ? m.profile_missing_title() : m.profile_wished_title()}
    >
      <Stack gap="sm" align="flex-start">
        {stops && <Text size="sm">{m.profile_missing_explained()}</Text>}
        <Text component="ul" size="sm" my={0} pl={20} style={{ listStyle: 'disc' }}>
          {[...required, ...wished].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Text>
        {action}
      </Stack>
    </Alert>
  )
}
