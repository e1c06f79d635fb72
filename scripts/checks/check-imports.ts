/** The import rule of `.dependency-cruiser.cjs`. dependency-cruiser asks swc for TypeScript without JSX; here it gets both. */
import swc, { type ParseOptions } from '@swc/core'
import { cruise, type ICruiseOptions } from 'dependency-cruiser'
import extractConfiguration from 'dependency-cruiser/config-utl/extract-depcruise-config'

const parse = swc.parseFileSync.bind(swc)
swc.parseFileSync = ((file: string, options?: ParseOptions) => {
  const withJsx: ParseOptions = { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') }
  return parse(file, withJsx)
}) as typeof swc.parseFileSync

const { options, ...ruleSet } = await extractConfiguration('./.dependency-cruiser.cjs')
const folders = ['contract', 'server', 'web', 'simulators', 'scripts', 'e2e', 'bench', 'chaos']
const all: ICruiseOptions = { ...options, ruleSet, validate: true, outputType: 'err' }
const { output, exitCode } = await cruise(folders, all)

console.log(output)
process.exitCode = exitCode
