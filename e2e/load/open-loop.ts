/** An open-loop load generator: arrivals follow the clock, regardless of pending responses. */
export interface Offer {
  perSecond: number
  seconds: number
  /** A repeatable sequence in [0, 1). */
  random: () => number
}

export interface ArrivalClock {
  now(): number
  sleep(ms: number): Promise<void>
}

export interface Offered {
  arrivals: number
  /** Arrivals that had not finished `patienceMs` after the last arrival. */
  unfinished: number
  /** The largest delay of the generator itself. */
  latestMs: number
}

const realClock: ArrivalClock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** How long to wait after the last arrival. */
const patienceMs = 60_000

/**
 * Gaps between arrivals are exponential (independent users). Latency counts from the due time of an arrival, so it
 * includes delays of the generator and the kernel.
 */
export async function offer(
  { perSecond, seconds, random }: Offer,
  arrive: (dueAt: number, index: number) => Promise<void>,
  setup: ArrivalClock = realClock,
): Promise<Offered> {
  const startedAt = setup.now()
  const working = new Set<Promise<void>>()
  const broken: unknown[] = []
  let [arrivals, latestMs, due] = [0, 0, 0]
  for (;;) {
    due += (-Math.log(1 - random()) * 1_000) / perSecond
    if (due >= seconds * 1_000) break
    const dueAt = startedAt + due
    while (setup.now() < dueAt) await setup.sleep(dueAt - setup.now())
    latestMs = Math.max(latestMs, setup.now() - dueAt)
    const work: Promise<void> = arrive(dueAt, arrivals)
      .catch((error) => broken.push(error))
      .then(() => void working.delete(work))
    working.add(work)
    arrivals += 1
  }
  await Promise.race([Promise.all(working), setup.sleep(patienceMs)])
  // Expected failures are recorded by the caller; an unexpected error ends the run.
  if (broken.length > 0) throw broken[0]
  return { arrivals, unfinished: working.size, latestMs }
}

/** A repeatable sequence in [0, 1), so that a run can be repeated. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
