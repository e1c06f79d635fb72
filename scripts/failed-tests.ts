// A reporter for vitest: keeps what failed, so that `npm test` can tell it again at its end, below the output of everything that
// ran after it, and CI can run those files alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const inDist = (name: string) => path.resolve(import.meta.dirname, '../dist', name)

type Failure = { message?: string; stack?: string }

export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outsideOfTests: readonly Failure[]): void {
    const lines = [
      ...modules.flatMap((module) => [
        ...module.errors().map((error) => failureText(module.relativeModuleId, error)),
        ...[...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => failureText(`${module.relativeModuleId} › ${suite.fullName}`, error)),
        ),
        ...[...module.children.allTests('failed')].flatMap((test) =>
          (test.result().errors ?? []).map((error) =>
            failureText(`${module.relativeModuleId} › ${test.fullName}`, error),
          ),
        ),
      ]),
      ...outsideOfTests.map((error) => failureText('outside of any test', error)),
    ]
    mkdirSync(inDist('.'), { recursive: true })
    writeFileSync(inDist('failed-tests.txt'), lines.join(''))
    const files = modules.filter((module) => module.state() === 'failed').map((module) => module.relativeModuleId)
    writeFileSync(inDist('failed-files.json'), JSON.stringify(files))
  }
}

/** Name, reason, and the first lines of where it happened. */
function failureText(name: string, error: Failure): string {
  const where = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [`  ${name}`, `    ${error.message ?? 'no reason given'}`, ...where.slice(0, 4), ''].join('\n')
}
