import { setTimeout as sleep } from 'node:timers/promises'

const defaultFloorMs = 120

/** Delays a success to a minimum duration, so that its timing reveals nothing. Errors are not delayed. */
export async function withMinimumDuration<T>(floorMs: number = defaultFloorMs, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const answer = await work()
  await sleep(Math.max(0, floorMs - (performance.now() - startedAt)))
  return answer
}
