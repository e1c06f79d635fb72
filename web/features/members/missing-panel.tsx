import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import { missingInProfile } from './address-rules.ts'

interface Props {
  member: Member
  action: ReactNode
  /** Leaves out what a purchase can do without. */
  onlyRequired?: boolean
}

/** What is missing in a profile, with the button that mends it beside the reasons. Nothing when it is complete. */
export function MissingPanel({ member, action, onlyRequired = false }: Props) {
  const missing = missingInProfile(member)
  const { required } = missing
  const stops = required.length > 0
  // What stops a purchase stands alone; what a club only wishes for can wait until that is mended.
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
