import { IconMapPin } from '#web/ui/icons/index.ts'
import { useLayoutEffect } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { useNotices } from '#web/ui/notices/notices.ts'
import { m } from '#words/messages.js'
import { addressProblemWords, validateAddress } from './address-rules.ts'
import { promptPages } from './prompt-pages.ts'

const group = 'addressValidation'

const target = promptPages('address')

/** Missing parts of an address, for the first page's own list. */
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

/** Shows notices, on pages where they may be shown, until the current user's address is complete. Renders nothing itself. */
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
        target,
      },
      {
        id: `${group}:edit`,
        type: 'warning',
        message: problems,
        link: { to: paths.ui.editMainParticipant(), text: m.address_notice_edit() },
        autoCloseTime: 15,
        target,
        exclude: ['memberships'],
      },
    ])
  }, [notices, problems])

  useLayoutEffect(() => () => notices.removeGroup(group), [notices])
  return null
}
