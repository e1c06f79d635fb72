import { readText, writeText } from '#web/api/local-storage.ts'

const tabs = ['notes', 'alerts', 'chat'] as const
export type Tab = (typeof tabs)[number]

const key = 'portal.panel-tab'

/** The tab that was shown last since the person came; chat opens by default. */
export function lastTab(): Tab {
  const last = readText('tab', key)
  return tabs.find((tab) => tab === last) ?? 'chat'
}

export const keepTab = (tab: Tab) => void writeText('tab', key, tab)
