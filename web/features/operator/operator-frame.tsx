import { Text } from '@mantine/core'
import {
  IconActivityHeartbeat,
  IconArrowLeft,
  IconBuildingCommunity,
  IconHistory,
  IconMailX,
  IconPlus,
  IconUsers,
} from '#web/ui/icons/index.ts'
import { useMemo, type ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { type Area, useOwnArea } from '#web/ui/shell/area.ts'
import { m } from '#words/messages.js'
import type { Locale } from '#words/runtime.js'

function areaOfOperator(locale: Locale): Area {
  const menu = [
    {
      page: 'operatorClubs',
      label: m.operator_nav_clubs({}, { locale }),
      icon: IconBuildingCommunity,
      to: paths.operatorClubs(),
      exact: true,
    },
    {
      page: 'operatorNewClub',
      label: m.title_operator_new_club({}, { locale }),
      icon: IconPlus,
      to: paths.operatorNewClub(),
    },
    {
      page: 'operatorHealth',
      label: m.title_operator_health({}, { locale }),
      icon: IconActivityHeartbeat,
      to: paths.operatorHealth(),
    },
    {
      page: 'operatorPeople',
      label: m.operator_nav_people({}, { locale }),
      icon: IconUsers,
      to: paths.operatorPeople(),
    },
    {
      page: 'operatorHistory',
      label: m.office_history({}, { locale }),
      icon: IconHistory,
      to: paths.operatorHistory(),
    },
    {
      page: 'failedMessages',
      label: m.title_failed_messages({}, { locale }),
      icon: IconMailX,
      to: paths.failedMessages(),
    },
  ]
  return {
    menu: [
      ...menu,
      { label: m.office_leave_area({}, { locale }), icon: IconArrowLeft, to: paths.dashboard(), exact: true },
    ],
    bottom: menu.slice(0, 4),
    head: (
      <Text fw={650} size="sm" px={16} py={8}>
        {m.title_operator({}, { locale })}
      </Text>
    ),
  }
}

/** The operator's own menu around each page of the console. */
export function OperatorFrame({ children }: { readonly children: ReactNode }) {
  const language = useLanguage()
  useOwnArea(useMemo(() => areaOfOperator(language), [language]))
  return children
}
