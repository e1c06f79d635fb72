// npm run bench -- rush: everybody wants the same places at once: the last ones, sold-out ones, and those of one large
// free event, beside the same statements sent bare. docs/performance.md explains the figures.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { measure, measureOrdersAlone } from './rush/measure.ts'
import { readOptions } from './rush/options.ts'
import { reportOrders } from './rush/orders.ts'
import { brokenLimits, report } from './rush/report.ts'

const options = readOptions()
if (options.orders) {
  console.log(reportOrders(await measureOrdersAlone(options)))
  process.exit()
}
const result = await measure(options)
console.log(report(result))

const folder = path.resolve(import.meta.dirname, '../dist/bench')
mkdirSync(folder, { recursive: true })
const { listing, ...figures } = result
writeFileSync(path.join(folder, 'rush-statements.txt'), `${listing}\n`)
writeFileSync(path.join(folder, 'rush.json'), JSON.stringify(figures, null, 2))

const broken = brokenLimits(result)
for (const limit of broken) console.error(limit)
process.exit(options.check && broken.length > 0 ? 1 : 0)
