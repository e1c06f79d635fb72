// Loaded before a server or worker: removes the guard that MUTATION names.
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { domains, patchOf } from './patches.ts'

const { before, functions = {} } = patchOf(process.env['MUTATION']!)
const patched = new Map(
  Object.entries(functions).map(([file, replaced]) => [pathToFileURL(path.join(domains, file)).href, replaced]),
)
Object.assign(globalThis, { patched })

// Whoever imports such a file gets another one, with the same exports but for these.
registerHooks({
  load: (url, context, next) => {
    const replaced = patched.get(url)
    if (!replaced) return next(url, context)
    const whole = JSON.stringify(`${url}?whole`)
    const replacements = Object.keys(replaced).map(
      (name) => `export const ${name} = patched.get(${JSON.stringify(url)}).${name}(whole.${name})`,
    )
    const source = [`import * as whole from ${whole}`, `export * from ${whole}`, ...replacements].join('\n')
    return { format: 'module', shortCircuit: true, source }
  },
})
before?.()
