import { setTimeout as sleep } from 'node:timers/promises'

const usualFloorMs = 120

/** The answer takes this long at least, so that its time tells nothing. A refusal is not held back. */
export async function withMinimumDuration<T>(floorMs: number = usualFloorMs, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const answer = await work()
  await sleep(Math.max(0, floorMs - (performance.now() - startedAt)))
  return answer
}
