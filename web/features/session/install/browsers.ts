import { m } from '#words/messages.js'
import type { Drawing } from './step-drawing.tsx'

/** Browsers whose steps to install differ. Those that cannot install anything are missing. */
export const browsers = ['iphone', 'android', 'samsung', 'firefox-android', 'chrome', 'edge', 'mac'] as const
export type Browser = (typeof browsers)[number]

interface Device {
  readonly userAgent: string
  /** An iPad says that it is a Mac, but Macs have no touchscreen. */
  readonly maxTouchPoints: number
}

/** The browser that reads this page; null where it cannot install the portal. */
export function browserOf({ userAgent: is, maxTouchPoints }: Device): Browser | null {
  if (/iPhone|iPad|iPod/.test(is) || (/Macintosh/.test(is) && maxTouchPoints > 1)) return 'iphone'
  if (/Android/.test(is)) {
    if (/SamsungBrowser/.test(is)) return 'samsung'
    return /Firefox/.test(is) ? 'firefox-android' : 'android'
  }
  if (/Firefox/.test(is)) return null
  if (/Edg\//.test(is)) return 'edge'
  if (/Chrome/.test(is)) return 'chrome'
  return /Macintosh.*Safari/.test(is) ? 'mac' : null
}

interface Step {
  readonly drawing: Drawing
  readonly text: () => string
}

const onHomeScreen: Step = { drawing: 'home', text: m.install_step_home }
const inWindow: Step = { drawing: 'window', text: m.install_step_window }

export const guides: Record<Browser, { readonly title: () => string; readonly steps: readonly Step[] }> = {
  iphone: {
    title: m.install_iphone,
    steps: [
      { drawing: 'share', text: m.install_iphone_share },
      { drawing: 'sheet', text: m.install_iphone_add },
      onHomeScreen,
    ],
  },
  android: {
    title: m.install_android,
    steps: [
      { drawing: 'dots-above', text: m.install_android_menu },
      { drawing: 'menu-above', text: m.install_android_add },
      onHomeScreen,
    ],
  },
  samsung: {
    title: m.install_samsung,
    steps: [
      { drawing: 'lines-below', text: m.install_samsung_menu },
      { drawing: 'menu-below', text: m.install_samsung_add },
      onHomeScreen,
    ],
  },
  'firefox-android': {
    title: m.install_firefox,
    steps: [
      { drawing: 'dots-below', text: m.install_firefox_menu },
      { drawing: 'menu-below', text: m.install_firefox_add },
      onHomeScreen,
    ],
  },
  chrome: {
    title: m.install_chrome,
    steps: [
      { drawing: 'address', text: m.install_chrome_address },
      { drawing: 'confirm', text: m.install_chrome_confirm },
      inWindow,
    ],
  },
  edge: {
    title: m.install_edge,
    steps: [
      { drawing: 'address', text: m.install_edge_address },
      { drawing: 'confirm', text: m.install_chrome_confirm },
      inWindow,
    ],
  },
  mac: {
    title: m.install_mac,
    steps: [
      { drawing: 'menu-bar', text: m.install_mac_file },
      { drawing: 'confirm', text: m.install_mac_confirm },
      inWindow,
    ],
  },
}
