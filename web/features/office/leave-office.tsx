import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconDoorExit } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { officeAccess } from '#contract/office/access.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { replaceOffices, useSession } from '#web/api/session/session.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#web/paths.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import type { OfficeClub } from './queries.ts'

/** Leaves the office, after a question. The last chair is shown why they cannot. */
export function LeaveOffice({ club }: { club: OfficeClub }) {
  const [asked, setAsked] = useState(false)
  const { offices } = useSession()
  const go = useNavigateTo()
  const leave = useCall(
    officeAccess.leave,
    { orgKey: club.key },
    {
      onSuccess: async () => {
        showToast({ message: m.office_left({ club: club.name }) })
        await go(paths.dashboard())
        replaceOffices(offices.filter((key) => key !== club.key))
        await queryClient.invalidateQueries({ queryKey: queryKeys.office })
      },
    },
  )
  const open = () => {
    leave.reset()
    setAsked(true)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconDoorExit size={18} stroke={1.7} />} onClick={open}>
        {m.office_leave()}
      </Button>
      <QuestionDialog
        opened={asked}
        title={m.office_leave_title({ club: club.name })}
        confirm={m.office_leave()}
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={() => setAsked(false)}
      >
        <Text>{m.office_leave_text()}</Text>
        {leave.error && (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert" mt="md">
            {problemText(leave.error)}
          </Alert>
        )}
      </QuestionDialog>
    </>
  )
}
