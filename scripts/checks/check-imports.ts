/** The import rule of `.dependency-cruiser.cjs`. dependency-cruiser asks swc for TypeScript without JSX; here it gets both. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import swc, { type ParseOptions } from '@swc/core'
import { cruise } from 'dependency-cruiser'
import extractConfiguration from 'dependency-cruiser/config-utl/extract-depcruise-config'

const parse = swc.parseFileSync.bind(swc)
swc.parseFileSync = ((file: string, options?: ParseOptions) => {
  const withJsx: ParseOptions = { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') }
  return parse(file, withJsx)
}) as typeof swc.parseFileSync

const project = path.resolve(import.meta.dirname, '../..')
const folders = ['contract', 'server', 'web', 'simulators', 'scripts', 'e2e', 'bench', 'chaos']

/** What the rule says of a tree of files that is laid out as this project is. */
export async function checkImports(root: string, outputType: 'err' | 'json' = 'err') {
  const { options, ...ruleSet } = await extractConfiguration(path.join(project, '.dependency-cruiser.cjs'))
  const there = folders.filter((folder) => existsSync(path.join(root, folder)))
  return await cruise(there, { ...options, baseDir: root, ruleSet, validate: true, outputType })
}

if (process.argv[1] === import.meta.filename) {
  const { output, exitCode } = await checkImports(project)
  console.log(output)
  process.exitCode = exitCode
}
