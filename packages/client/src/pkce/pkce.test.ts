import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMemoryProfile } from '../platform/memory.ts'
import type { Platform } from '../platform/platform.ts'
import { createSafeStorage } from '../platform/safe-storage.ts'
import { createPkce } from './pkce.ts'

function createHarness(crypto?: Pick<Platform['crypto'], 'getRandomValues'>) {
  const profile = createMemoryProfile({ fetch: async () => new Response() })
  const { platform: browser } = profile.openTab()
  const platform = { ...browser, crypto: { ...browser.crypto, ...crypto } }
  return {
    profile,
    platform,
    pkce: createPkce({ platform, storage: createSafeStorage(platform, platform.console, 'p:') }),
  }
}

describe('a PKCE pair', () => {
  it('creates challenge and verifier from 16 random words, hashed and base64url encoded [C-PKCE-01] [C-PKCE-02] [C-PKCE-03]', async () => {
    const asked: number[] = []
    const { pkce } = createHarness({
      getRandomValues<Words>(words: Words): Words {
        if (!(words instanceof Uint32Array)) throw new Error('Words of 32 bits were expected.')
        asked.push(words.length)
        words.set(words.map((_, index) => (index === 0 ? 0xa : 0xffffffff - index)))
        return words
      },
    })
    const pair = await pkce.create('magic_links', 30)
    expect(asked).toEqual([16])
    expect(Object.keys(pair).sort()).toEqual(['code_challenge', 'code_verifier'])
    expect(pair.code_verifier).toMatch(/^0000000afffffffefffffffd[\da-f]{104}$/)
    expect(pair.code_challenge).toBe(createHash('sha256').update(pair.code_verifier).digest('base64url'))
  })

  it('reuses a pair until it is cleared, and has one per flow', async () => {
    const { pkce, profile } = createHarness()
    const first = await pkce.create('magic_links', 30)
    expect(await pkce.create('magic_links', 30)).toEqual(first)
    expect(await pkce.create('oauth', 30)).not.toEqual(first)
    pkce.clear('magic_links')
    expect(pkce.find('magic_links')).toBeUndefined()
    expect([...profile.storage.keys()]).toEqual(['p:pkce:oauth'])
    expect(await pkce.create('magic_links', 30)).not.toEqual(first)
  })

  it('omits the pair without a secure context, unless the project requires it', async () => {
    const { platform } = createMemoryProfile({ fetch: async () => new Response() }).openTab()
    const crypto = { getRandomValues: platform.crypto.getRandomValues } as Platform['crypto']
    const plain = { ...platform, crypto }
    const pkce = createPkce({ platform: plain, storage: createSafeStorage(plain, plain.console, 'p:') })
    expect([await pkce.challenge('magic_links', false), pkce.find('magic_links')]).toEqual([{}, undefined])
    await expect(pkce.challenge('magic_links', true)).rejects.toThrow()
  })

  it('keeps a pair as long as the last link is valid', async () => {
    const { profile, pkce } = createHarness()
    const first = await pkce.create('magic_links', 30)
    await pkce.create('magic_links', 5)
    profile.clock.tick(29 * 60_000)
    expect(pkce.find('magic_links')).toMatchObject(first)
    await pkce.create('magic_links', 30)
    profile.clock.tick(29 * 60_000)
    expect(pkce.find('magic_links')).toMatchObject(first)
    profile.clock.tick(60_000)
    expect(pkce.find('magic_links')).toBeUndefined()
  })

  it('binds the link if the project requires PKCE, and otherwise identifies the browser [C-PKCE-07] [C-PKCE-08]', async () => {
    const { pkce } = createHarness()
    expect(await pkce.challenge('sso', false)).toEqual({ browser_challenge: pkce.find('sso')?.code_challenge })
    expect(await pkce.challenge('sso', true)).toEqual({ code_challenge: pkce.find('sso')?.code_challenge })
    expect(pkce.find('sso')).toBeDefined()
  })

  it.each(['{', 'null', '7'])('finds no pair if the storage contains %s', (raw) => {
    const { profile, pkce } = createHarness()
    profile.storage.set('p:pkce:oauth', raw)
    expect(pkce.find('oauth')).toBeUndefined()
  })
})
