export interface Latency {
  count: number
  p50: number
  p95: number
  p99: number
  max: number
}

/** What was asked, what became of it, and how long it took. */
export interface Recorder {
  /** `outcome` is 200 where it was answered as it should be, else the status and the error's type. */
  note(call: string, outcome: string, ms: number): void
  /** Of the calls that were answered well: the named one, or all of them. */
  latency(call?: string): Latency
  calls(): string[]
  /** How many calls were made. */
  count(): number
  /** What was not answered with 200, and how often. */
  failures(): string[]
}

export function createRecorder(): Recorder {
  const times = new Map<string, number[]>()
  const outcomes = new Map<string, number>()
  return {
    note(call, outcome, ms) {
      const key = `${call} ${outcome}`
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
      if (outcome !== '200') return
      const known = times.get(call)
      if (known) known.push(ms)
      else times.set(call, [ms])
    },
    latency: (call) => summarise(call === undefined ? [...times.values()].flat() : (times.get(call) ?? [])),
    calls: () => [...times.keys()],
    count: () => [...outcomes.values()].reduce((sum, count) => sum + count, 0),
    failures: () => [...outcomes].filter(([key]) => !key.endsWith(' 200')).map(([key, count]) => `${key}: ${count}`),
  }
}

export function summarise(times: readonly number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): number => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
