import { describe, expect, it } from 'vitest'
import type { NumberDeps } from './phone.effects.ts'
import { plainNumber, runNumberEffect } from './phone.effects.ts'
import type { NumberOutcome, ReadNumber } from './phone.flow.ts'

const effect: ReadNumber = { type: 'read_number', call: 4, channel: 'sms', text: '20 7946 0958', country: 'GB' }

/** A manual clock. */
function manualClock() {
  const timers = new Set<{ run: () => void; at: number }>()
  let now = 0
  return {
    timers,
    setTimeout(run: () => void, ms: number) {
      const timer = { run, at: now + ms }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass(ms: number) {
      now += ms
      for (const timer of timers) if (timer.at <= now && timers.delete(timer)) timer.run()
    },
  }
}

async function read(load: NumberDeps['load'], passing = 0): Promise<{ sent: NumberOutcome[]; timers: number }> {
  const clock = manualClock()
  const sent: NumberOutcome[] = []
  const done = runNumberEffect(effect, { clock, load }, (outcome) => sent.push(outcome))
  // Resolved promises are handled before time passes.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  clock.pass(passing)
  if (sent.length > 0 || passing >= 2_000) await done
  return { sent, timers: clock.timers.size }
}

const never = (): Promise<never> => new Promise(() => undefined)
const accepted = { type: 'number_read', call: 4, channel: 'sms', to: '+442079460958' }

describe('reading a number', () => {
  it('uses the phone number library with the country', async () => {
    const asked: unknown[] = []
    const load = async () => ({
      readNumber: (...given: unknown[]) => {
        asked.push(given)
        return '+442079460958'
      },
    })
    expect(await read(load)).toEqual({ sent: [accepted], timers: 0 })
    expect(asked).toEqual([['20 7946 0958', 'GB']])
  })

  it('rejects a number that the library rejects', async () => {
    expect(await read(async () => ({ readNumber: () => undefined }))).toEqual({
      sent: [
        {
          type: 'number_refused',
          call: 4,
          failure: { name: 'ValidationError', error_type: 'invalid_phone_number', error_message: '' },
        },
      ],
      timers: 0,
    })
  })

  it('takes plus, country code and digits after two seconds without the library [W-PHN-03]', async () => {
    expect(await read(never, 1_999)).toEqual({ sent: [], timers: 1 })
    expect(await read(never, 2_000)).toEqual({ sent: [accepted], timers: 0 })
  })

  it('does the same at once if the library cannot be loaded or throws', async () => {
    const stumbling = async () => ({
      readNumber: () => {
        throw new TypeError('no such rule')
      },
    })
    expect(await read(() => Promise.reject(new Error('404')))).toEqual({ sent: [accepted], timers: 0 })
    expect(await read(stumbling)).toEqual({ sent: [accepted], timers: 0 })
  })
})

describe('a plain number', () => {
  it('gets the country code of its country, unless it has one', () => {
    expect([
      plainNumber('(202) 555-0123', 'US'),
      plainNumber('20 7946 0958', 'GB'),
      plainNumber(' +44 20 7946 0958', 'US'),
      plainNumber('＋81 ９０', 'US'),
    ]).toEqual(['+12025550123', '+442079460958', '+442079460958', '+8190'])
  })
})
