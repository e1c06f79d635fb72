import { Alert, Code } from '@mantine/core'
import { IconAlertTriangle, IconLockOff } from '@tabler/icons-react'
import type { SignInFailure } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'

/** Why nobody can sign in at the moment. */
export function FailureNote({ failed }: { failed: SignInFailure }) {
  if (failed === 'unreachable') {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={m.session_unavailable_title()} role="alert">
        {m.session_unavailable_text()}
      </Alert>
    )
  }
  return (
    <Alert color="red" icon={<IconLockOff />} title={m.session_insecure_title()} role="alert">
      {m.session_insecure_text()} <Code>Web Crypto API is not available.</Code>
    </Alert>
  )
}
