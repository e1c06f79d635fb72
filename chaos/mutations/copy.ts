import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '../stack/temporary-folder.ts'
import type { Mutation } from './mutations.ts'

const repository = path.resolve(import.meta.dirname, '../..')

const beside = ['node_modules', 'contract', 'generated', 'dist', 'package.json']

export interface Copy {
  /** The folder that contains `server/`. */
  readonly root: string
  remove(): void
}

/** A copy of the server with some of its source replaced. */
export function copyWith(replace: Mutation['replace']): Copy {
  const folder = temporaryFolder('portal-mutant-')
  const root = folder.path
  cpSync(path.join(repository, 'server'), path.join(root, 'server'), { recursive: true })
  for (const name of beside) symlinkSync(path.join(repository, name), path.join(root, name))
  for (const { file, from, to } of replace) {
    const target = path.join(root, file)
    writeFileSync(
      target,
      readFileSync(target, 'utf8').replace(from, () => to),
    )
  }
  return { root, remove: () => folder.remove() }
}

/** @returns the replacements that are out of date: their text is not in the file exactly once */
export const outOfDate = (mutations: readonly Mutation[]): string[] =>
  mutations.flatMap(({ name, replace }) =>
    replace.flatMap(({ file, from }) => {
      const times = readFileSync(path.join(repository, file), 'utf8').split(from).length - 1
      return times === 1 ? [] : [`'${name}' looks ${times} times, not once, into ${file} for: ${from}`]
    }),
  )
