const tabs = ['notes', 'alerts', 'chat'] as const
export type Tab = (typeof tabs)[number]

const key = 'portal.panel-tab'

/** The tab that was shown last since the person came; chat opens by default. */
export function lastTab(): Tab {
  try {
    return tabs.find((tab) => tab === sessionStorage.getItem(key)) ?? 'chat'
  } catch {
    return 'chat'
  }
}

export function keepTab(tab: Tab): void {
  try {
    sessionStorage.setItem(key, tab)
  } catch {
    // Then chat opens again.
  }
}
