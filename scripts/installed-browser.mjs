import { accessSync, constants } from 'node:fs'
import path from 'node:path'

// The first is Chromium without its windows, a quarter cheaper to run.
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

/** Advice when there is none. */
export const noBrowser =
  'The browser stories need Chromium or Chrome. Install one (Debian: apt-get install chromium; macOS: brew install --cask chromium), ' +
  'or set CHROMIUM to its program. `npm run test:unit` runs everything else.'

/**
 * The browser that CHROMIUM names, or else the cheapest that this machine has.
 * @returns {string | undefined} its program
 */
export function installedBrowser() {
  const wanted = process.env.CHROMIUM
  if (wanted) return wanted
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const program = (name) => (process.platform === 'win32' ? `${name}.exe` : name)
  const places = [
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, program(name)))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...['ProgramFiles', 'ProgramFiles(x86)']
      .flatMap((name) => {
        const folder = process.env[name]
        return folder ? ['Google/Chrome', 'Microsoft/Edge'].map((one) => path.join(folder, one, 'Application')) : []
      })
      .flatMap((folder) => [path.join(folder, 'chrome.exe'), path.join(folder, 'msedge.exe')]),
  ]
  return places.find(isProgram)
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
