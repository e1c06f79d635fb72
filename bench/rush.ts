// npm run bench -- rush: everybody wants the same places at once: the last ones, sold-out ones, and those of one large
// free event, beside the same statements sent bare. docs/performance.md explains the figures.
import { measure, measureOrdersAlone } from './rush/measure.ts'
import { defaults } from './rush/options.ts'
import { reportOrders } from './rush/orders.ts'
import { brokenLimits, report } from './rush/report.ts'
import { keep, openBench, readOptions } from './support/head.ts'

const options = readOptions(defaults)
const bench = await openBench(['api', 'recorded'])
await bench.run(async () => {
  if (options.orders) return console.log(reportOrders(await measureOrdersAlone({ ...bench, options })))
  const { listing, ...figures } = await measure({ ...bench, options })
  console.log(report(figures))
  keep('rush-statements.txt', listing)
  keep('rush.json', JSON.stringify(figures, null, 2))
  return brokenLimits(figures)
}, options.check)
