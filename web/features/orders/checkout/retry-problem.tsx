import { IconAlertCircle } from '@tabler/icons-react'
import { problemText } from '#web/api/problem-text.ts'
import { Callout } from '#web/ui/callout.tsx'
import { m } from '#words/messages.js'

/** Why the payment window could not be opened. */
export function RetryProblem({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Callout role="alert" color="red" icon={<IconAlertCircle />} title={m.buy_failed_title()}>
      {problemText(error)}
    </Callout>
  )
}
