import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'msedge',
  'microsoft-edge',
]
const folders = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
  String.raw`C:\Program Files\Google\Chrome\Application`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application`,
]

/** The browser of this machine, or the one that `CHROMIUM` names. Throws with what to do when there is none. */
export function findChromium(): string {
  const wanted = process.env.CHROMIUM
  const candidates = wanted
    ? [wanted]
    : folders.flatMap((folder) =>
        [...names, 'Google Chrome', 'Chromium', 'chrome.exe', 'msedge.exe'].map((name) => path.join(folder, name)),
      )
  const found = candidates.find(isProgram)
  if (found) return found
  throw new Error(
    wanted
      ? `CHROMIUM names ${wanted}, which is no program`
      : 'The browser stories need Chromium or Chrome: install one (on Debian: apt-get install chromium), or name it in CHROMIUM',
  )
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
