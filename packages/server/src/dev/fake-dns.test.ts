import { expect, it } from 'vitest'
import { createMovableClock } from './clock.ts'
import { createFakeDns } from './fake-dns.ts'

it('has records from and until a time of the clock', async () => {
  const clock = createMovableClock({ now: () => 1_000 })
  const dns = createFakeDns(clock)
  dns.add('a.test', 'one')
  dns.add('a.test', 'two', { from: 2_000, until: 3_000 })
  const at = async (time: number) => {
    clock.set(time)
    return dns.lookupTxt('a.test')
  }
  expect(await at(999)).toEqual({ kind: 'absent' })
  expect(await at(1_000)).toEqual({ kind: 'records', values: ['one'] })
  expect(await at(2_000)).toEqual({ kind: 'records', values: ['one', 'two'] })
  expect(await at(3_000)).toEqual({ kind: 'records', values: ['one'] })
  dns.fail('a.test', 4_000)
  expect(await at(3_999)).toEqual({ kind: 'unreachable' })
  dns.remove('a.test')
  expect(await at(4_000)).toEqual({ kind: 'absent' })
  expect(await dns.lookupTxt('b.test')).toEqual({ kind: 'absent' })
})
