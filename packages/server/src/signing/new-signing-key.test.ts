import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createVault } from '../core/vault.ts'
import { newSigningKey } from './new-signing-key.ts'

const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
const vault = createVault([{ id: 'k1', key: random.bytes(32) }], random)

it.each(['ES256', 'RS256'] as const)(
  'does not block the event loop while it creates a key for %s',
  async (algorithm) => {
    let isMade = false
    const making = newSigningKey({ projectId: 'project-1', algorithm, state: 'next', vault, now: 1 }).then((key) => {
      isMade = true
      return key
    })
    // Microtasks run first: a synchronously created key would exist by now.
    await new Promise((go) => process.nextTick(go))
    expect(isMade).toBe(false)
    const { publicJwk } = await making
    expect([isMade, publicJwk.alg]).toEqual([true, algorithm])
  },
)
