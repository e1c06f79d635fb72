import { useMutation } from '@tanstack/react-query'
import { officeAccess } from '#contract/office/access.ts'
import { call } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { replaceOffices, useSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import type { OfficeClub } from './queries.ts'

/** Ends an operator's look at an office, and leads back to the club in the console. */
export function useEndLook(club: OfficeClub) {
  const { offices } = useSession()
  const go = useNavigateTo()
  return useMutation({
    mutationFn: () => call(officeAccess.leave, { orgKey: club.key }),
    onSuccess: async () => {
      showToast({ message: m.office_look_ended({ club: club.name }) })
      await go(paths.operatorClub(club.key))
      replaceOffices(offices.filter((key) => key !== club.key))
      await queryClient.invalidateQueries({ queryKey: queryKeys.office })
    },
    onError: (error) => showToast({ type: 'error', message: problemText(error) }),
  })
}
