import { Text } from '@mantine/core'
import {
  IconActivityHeartbeat,
  IconArrowLeft,
  IconBuildingCommunity,
  IconMailX,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { type Area, useOwnArea } from '#web/ui/shell/area.ts'
import { m } from '#words/messages.js'

function areaOfOperator(): Area {
  const menu = [
    {
      page: 'operatorClubs',
      label: m.operator_nav_clubs(),
      icon: IconBuildingCommunity,
      to: paths.operatorClubs(),
      exact: true,
    },
    { page: 'operatorNewClub', label: m.title_operator_new_club(), icon: IconPlus, to: paths.operatorNewClub() },
    {
      page: 'operatorHealth',
      label: m.title_operator_health(),
      icon: IconActivityHeartbeat,
      to: paths.operatorHealth(),
    },
    { page: 'operatorPeople', label: m.operator_nav_people(), icon: IconUsers, to: paths.operatorPeople() },
    { page: 'failedMessages', label: m.title_failed_messages(), icon: IconMailX, to: paths.failedMessages() },
  ]
  return {
    menu: [...menu, { label: m.office_leave_area(), icon: IconArrowLeft, to: paths.dashboard(), exact: true }],
    bottom: menu.slice(0, 4),
    head: (
      <Text fw={650} size="sm" px={16} py={8}>
        {m.title_operator()}
      </Text>
    ),
  }
}

/** The operator's own menu around each page of the console. */
export function OperatorFrame({ children }: { readonly children: ReactNode }) {
  // Its labels are in the reader's language.
  const language = useLanguage()
  useOwnArea(useMemo(() => areaOfOperator(), [language]))
  return children
}
