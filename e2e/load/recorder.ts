export interface Latency {
  count: number
  p50: number
  p95: number
  p99: number
  max: number
}

/** Counts the outcomes of calls and measures their latency. */
export interface Recorder {
  /** `outcome` is 200 for the expected response, otherwise the status and the error type. */
  note(call: string, outcome: string, ms: number): void
  /** The latency of successful calls: of the named one, or of all. */
  latency(call?: string): Latency
  calls(): string[]
  /** The number of calls. */
  count(): number
  /** The outcomes other than 200, with their counts. */
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
