import { useLayoutEffect } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { useNotices } from '#web/ui/notices/notices.ts'
import { m } from '#words/messages.js'
import { addressProblemWords, validateAddress } from './address-rules.ts'

const group = 'addressValidation'

/** Shows notices on every page until the current user's address is complete. Renders nothing itself. */
export function AddressNotices() {
  const { member } = useSession()
  const notices = useNotices()
  const problems = validateAddress(member).map(addressProblemWords).join(' ')

  useLayoutEffect(() => {
    if (problems === '') return notices.removeGroup(group)
    notices.replaceGroup(group, [
      { id: `${group}:error`, type: 'error', message: m.problem_address_incomplete(), closable: false },
      {
        id: `${group}:edit`,
        type: 'warning',
        message: problems,
        link: { to: paths.ui.editMainParticipant(), text: m.address_notice_edit() },
        autoCloseTime: 15,
        exclude: ['memberships'],
      },
    ])
  }, [notices, problems])

  useLayoutEffect(() => () => notices.removeGroup(group), [notices])
  return null
}
