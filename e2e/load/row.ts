import { type Book, checkBook, entriesOf } from './acknowledged.ts'
import type { Engine, LoadSetup, Machine } from './load-setup.ts'
import type { Offered } from './open-loop.ts'
import type { Latency, Recorder } from './recorder.ts'

/** The amount and duration of the load. The long run has the planned figures. */
export interface Scale {
  isLong: boolean
  seed: number
  /** The amount in the usual run or in the long run. */
  pick(usual: number, long: number): number
  /** The duration in the usual run or in the long run. */
  seconds(usual: number, long: number): number
}

/** The scripts that some rows compare with. */
export interface Scripts {
  bareServer: string
  rawHashes: string
  /** The folder of the stand-alone widgets. */
  standalone: string
}

export interface RowContext {
  machine: Machine
  scale: Scale
  scripts: Scripts
  say(text: string): void
}

/** A goal of the test plan. Goals about absolute times are reported, but do not decide: they depend on the machine. */
export interface Bar {
  what: string
  measured: string
  wanted: string
  isMet: boolean
  decides: boolean
}

export interface RowResult {
  id: string
  engine: Engine | 'Chromium'
  what: string
  /** The offered calls or users, with their rate and duration. */
  offered: string
  figures: string[]
  bars: Bar[]
}

export interface Row {
  id: string
  engine: Engine | 'Chromium'
  run(context: RowContext): Promise<RowResult>
}

export const shown = ({ p50, p99, max, count }: Latency): string =>
  `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(max)} of ${count.toLocaleString('en')}`

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

export function atMost(what: string, value: number, limit: number, unit: 'ms' | '×', decides: boolean): Bar {
  const text = (number: number): string => (unit === 'ms' ? ms(number) : `${number.toFixed(2)}×`)
  return {
    what,
    measured: text(value),
    wanted: `≤ ${unit === 'ms' ? `${limit} ms` : `${limit}×`}`,
    isMet: value <= limit,
    decides,
  }
}

export function atLeast(what: string, value: number, limit: number): Bar {
  return { what, measured: `${value.toFixed(2)}×`, wanted: `≥ ${limit}×`, isMet: value >= limit, decides: true }
}

/** The list must be empty. */
export function none(what: string, found: readonly string[], of: number): Bar {
  const kinds = new Map<string, number>()
  for (const one of found) kinds.set(one, (kinds.get(one) ?? 0) + 1)
  const named = [...kinds].slice(0, 5).map(([one, count]) => (count === 1 ? one : `${one} (${count} times)`))
  const rest = kinds.size > 5 ? ` … ${found.length.toLocaleString('en')} in all` : ''
  const measured = found.length === 0 ? `0 of ${of.toLocaleString('en')}` : named.join('; ') + rest
  return { what, measured, wanted: '0', isMet: found.length === 0, decides: true }
}

/** The goals of every row: no pending request, no failed call, nothing lost, nothing revoked that works again. */
export async function endingBars(
  setup: LoadSetup,
  book: Book,
  offers: readonly Offered[],
  recorder: Recorder,
  failures: readonly string[] = recorder.failures(),
): Promise<Bar[]> {
  const entries = entriesOf(book)
  const wrong = await checkBook(setup, book)
  const unfinished = offers.filter((one) => one.unfinished > 0).map((one) => String(one.unfinished))
  const arrivals = offers.reduce((sum, one) => sum + one.arrivals, 0)
  return [
    // A call without a response is not in the recorder.
    none('unfinished', unfinished, arrivals),
    none('calls with a wrong response', failures, recorder.count()),
    none('ledger', wrong, entries),
  ]
}
