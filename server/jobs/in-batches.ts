/**
 * Hands items to `work` together: whatever comes while it is busy is its next batch, so that a batch is as large as the backlog.
 * @param work answers each item, in their order
 */
export function inBatches<T, R>(work: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
  let waiting: { item: T; answer: PromiseWithResolvers<R> }[] = []
  let busy = false

  async function run() {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const answers = await work(batch.map(({ item }) => item))
        batch.forEach(({ answer }, at) => answer.resolve(answers[at]!))
      } catch (error) {
        for (const { answer } of batch) answer.reject(error)
      }
    }
    busy = false
  }

  return (item) => {
    const answer = Promise.withResolvers<R>()
    waiting.push({ item, answer })
    if (!busy) void run()
    return answer.promise
  }
}
