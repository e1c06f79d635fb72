/** Runs the import rule of `.dependency-cruiser.cjs`, with swc set up for JSX, which dependency-cruiser does not do. */
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

/** Applies the rule to a tree of files laid out like this project. */
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
