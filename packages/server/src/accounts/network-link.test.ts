import { expect, it } from 'vitest'
import { offerNetworkLink } from './network-link.ts'

it('reads the contacts of an account only if a message is due (R-11)', async () => {
  const read: string[] = []
  const offer = async (isDue: boolean) => {
    const tx = { usedNonces: { consume: async () => isDue } }
    const context = {
      clock: { now: () => 0 },
      storage: { transaction: (work: (given: unknown) => unknown) => work(tx) },
      outbox: {
        delivers(channel: string) {
          read.push(channel)
          return true
        },
      },
    }
    const call = { project: { id: 'p', settings: {} } }
    const user = { id: 'u', disabledAt: null, registrations: [] }
    await offerNetworkLink(...([context, call, user, 'email:a@b.co'] as unknown as Parameters<typeof offerNetworkLink>))
    return read.length
  }
  expect(await offer(false)).toBe(0)
  expect(await offer(true)).toBeGreaterThan(0)
})
