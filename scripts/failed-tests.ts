// A reporter for vitest: keeps what failed in dist/failed-tests.txt, so that `npm test` can tell it again at its end, below
// the output of everything that ran after it.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const file = path.resolve(import.meta.dirname, '../dist/failed-tests.txt')

type Failure = { message?: string; stack?: string }

export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outsideOfTests: readonly Failure[]): void {
    const lines = [
      ...modules.flatMap((module) => [
        ...module.errors().map((error) => told(module.relativeModuleId, error)),
        ...[...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => told(`${module.relativeModuleId} › ${suite.fullName}`, error)),
        ),
        ...[...module.children.allTests('failed')].flatMap((test) =>
          (test.result().errors ?? []).map((error) => told(`${module.relativeModuleId} › ${test.fullName}`, error)),
        ),
      ]),
      ...outsideOfTests.map((error) => told('outside of any test', error)),
    ]
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, lines.join(''))
  }
}

/** Name, reason, and the first lines of where it happened. */
function told(name: string, error: Failure): string {
  const where = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [`  ${name}`, `    ${error.message ?? 'no reason given'}`, ...where.slice(0, 4), ''].join('\n')
}
