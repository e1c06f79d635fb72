import { IconMapPin } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { useNotices } from '#web/ui/notices/notices.ts'
import { m } from '#words/messages.js'
import { addressProblemWords, validateAddress } from './address-rules.ts'

const group = 'addressValidation'

/** Where the first page says it, with the same texts, in its own list. */
const home = 'dashboard'

/** Whoever is invited to a club's office came for something else. */
const invitation = 'officeInvitation'

/** What an address lacks, for that list. */
export const addressAttention = (missing: readonly string[]): Attention[] =>
  missing.length === 0
    ? []
    : [
        {
          icon: IconMapPin,
          title: m.problem_address_incomplete(),
          text: missing.join(' '),
          action: m.address_notice_edit(),
          to: paths.memberships({ trigger: 'editMainParticipant' }),
        },
      ]

/** Shows notices on every other page until the current user's address is complete. Renders nothing itself. */
export function AddressNotices() {
  const { member } = useSession()
  const notices = useNotices()
  const problems = validateAddress(member).map(addressProblemWords).join(' ')

  useLayoutEffect(() => {
    if (problems === '') return notices.removeGroup(group)
    notices.replaceGroup(group, [
      {
        id: `${group}:error`,
        type: 'error',
        message: m.problem_address_incomplete(),
        closable: false,
        exclude: [home, invitation],
      },
      {
        id: `${group}:edit`,
        type: 'warning',
        message: problems,
        link: { to: paths.ui.editMainParticipant(), text: m.address_notice_edit() },
        autoCloseTime: 15,
        exclude: ['memberships', home, invitation],
      },
    ])
  }, [notices, problems])

  useLayoutEffect(() => () => notices.removeGroup(group), [notices])
  return null
}
