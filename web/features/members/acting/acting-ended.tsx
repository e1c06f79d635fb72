import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActingState, type ActingState } from '#web/api/acting/acting.ts'
import { dismissActingEnd } from '#web/api/acting/change-acting.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'
import { stopActing } from '../queries.ts'

/** Explains that acting for somebody has ended. Typed text stays on the page. */
export default function ActingEnded() {
  const end = useActingState().end
  if (!end) return null
  return end.acting?.as === 'impersonator' ? <ImpersonationEnded end={end} /> : <LinkEnded end={end} />
}

interface EndProps {
  readonly end: NonNullable<ActingState['end']>
}

function LinkEnded({ end }: EndProps) {
  const cache = useQueryClient()
  useEffect(() => {
    showToast({ type: 'error', title: m.acting_ended_title(), message: problemText(end.problem) })
    dismissActingEnd()
    void cache.invalidateQueries()
  }, [cache, end])
  return null
}

/** The page shows another member's data and must reload, but the user can copy what they typed first. */
function ImpersonationEnded({ end: { acting, problem } }: EndProps) {
  return (
    <Modal
      opened
      onClose={dismissActingEnd}
      title={m.impersonation_over_title({ name: acting ? fullName(acting.member) : '' })}
      withCloseButton={false}
      zIndex={500}
    >
      <Text mb="lg">{problemText(problem)}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={dismissActingEnd}>
          {m.impersonation_over_stay()}
        </Button>
        <Button onClick={stopActing} data-autofocus>
          {m.impersonation_exit()}
        </Button>
      </Group>
    </Modal>
  )
}
