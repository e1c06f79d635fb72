// Loaded before a process of the portal (`--import`). With every import Node reads the whole manifest of the package that is
// imported, again each time; that of drizzle-orm is 180 kB, and reading it was half of the time in which a server starts.
import { registerHooks, type ResolveFnOutput } from 'node:module'

const drizzle = '/node_modules/drizzle-orm/'

/** Where our own imports of it lead: always to the same files. */
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    // Its files name each other by relative addresses, which need no manifest.
    if (specifier.startsWith('.') && parentURL.includes(drizzle))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm(\/|$)/.test(specifier) || parentURL.includes('/node_modules/'))
      return nextResolve(specifier, context)
    const known = found.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true }
    found.set(specifier, known)
    return known
  },
})
