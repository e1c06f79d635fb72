// Loaded before a process of the portal (`--import`). With every import Node reads the manifests of the packages that it comes
// from and leads to, again each time; that of drizzle-orm is 180 kB. Reading them was most of the time in which a server starts.
import { registerHooks, type ResolveFnOutput } from 'node:module'

const root = new URL('..', import.meta.url).href
const drizzle = '/node_modules/drizzle-orm/'

/** Our own aliases, as package.json names them. */
const aliases = new Map([
  ['#contract', 'contract'],
  ['#server', 'server'],
  ['#words', 'generated/words'],
])

/** Where our imports of packages lead: always to the same files. */
const packages = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    // Its files name each other by relative addresses, which need no manifest.
    if (specifier.startsWith('.') && parentURL.includes(drizzle)) return fileAt(new URL(specifier, parentURL).href)
    if (!parentURL.startsWith(root) || parentURL.includes('/node_modules/')) return nextResolve(specifier, context)
    if (/^\.{1,2}\/.*\.[jt]s$/.test(specifier)) return fileAt(new URL(specifier, parentURL).href)
    const [, alias = '', rest = ''] = /^(#\w+)\/(.*\.[jt]s)$/.exec(specifier) ?? []
    const folder = aliases.get(alias)
    if (folder !== undefined) return fileAt(`${root}${folder}/${rest}`)
    const known = packages.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true }
    if (/^[\w@]/.test(specifier)) packages.set(specifier, known)
    return known
  },
})

function fileAt(url: string): ResolveFnOutput {
  return { url, format: url.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true }
}
