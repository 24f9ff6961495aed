import { describe, expect, it } from 'vitest'
import { visibleWallets, walletsOnMain } from './visible-wallets.ts'
import { countWalletSlots } from './wallet-slots.ts'

const withProviders = (count: number) =>
  ({ buttons: ['oauth', 'crypto'], oauth: { providers: Array.from({ length: count }, () => ({})) } }) as const

describe('the wallets on Main', () => {
  it.each([
    [0, 5],
    [1, 4],
    [4, 1],
    [5, 0],
    [19, 0],
  ])('next to %i providers are %i at most [W-CRY-02]', (count, most) => {
    expect(walletsOnMain(withProviders(count))).toBe(most)
  })

  it('do not count providers without a button', () => {
    expect(walletsOnMain({ buttons: ['crypto'], oauth: { providers: [{}, {}] } })).toBe(5)
  })

  it.each([
    ['all, where there is room for any number', 3, undefined, 3],
    ['as many as there may be', 9, undefined, 5],
    ['all that have a place', 2, 2, 2],
    ['one less than there are places, where the others need one', 3, 2, 1],
    ['none, where the only place is that of the others', 2, 1, 0],
    ['as many as there may be, and the others', 9, 6, 5],
    ['zero without wallets', 0, 1, 0],
  ])('are %s', (_, count, walletSlots, shown) => {
    const wallets = Array.from({ length: count }, () => ({}))
    expect(visibleWallets({ wallets, ...(walletSlots && { walletSlots }) }, withProviders(0))).toBe(shown)
  })
})

describe('the reserved wallet buttons', () => {
  /** A page with wallets of both standards. */
  function pageWith(uuids: readonly string[], standard: readonly object[]): EventTarget {
    const page = new EventTarget()
    page.addEventListener('eip6963:requestProvider', () => {
      for (const uuid of uuids) {
        page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid }, provider: {} } }))
      }
    })
    page.addEventListener('wallet-standard:app-ready', (event) => {
      ;(event as CustomEvent).detail.register(...standard)
    })
    return page
  }
  const solana = () => ({ chains: ['solana:mainnet'] })

  it.each([
    ['no wallet', [], [], 1],
    ['one is', ['a'], [], 1],
    ['two are, one of them twice', ['a', 'b', 'a'], [], 2],
    ['each standard has some, one of them of another kind', ['a', 'b'], [solana(), { chains: ['sui:mainnet'] }], 3],
    ['there are more than Main has room for', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], [solana()], 6],
  ])('where %s are enough', (_, uuids, standard, places) => {
    expect(countWalletSlots(pageWith(uuids, standard), withProviders(0))).toBe(places)
  })

  it.each<[string, readonly string[], object, number]>([
    ['two are on the window without an announcement', [], { ethereum: {}, solana: {} }, 2],
    ['three share a place', [], { ethereum: { providers: [{}, {}, {}] }, solana: {} }, 4],
    ['some have said so, and hold the common places too', ['a', 'b'], { ethereum: {}, solana: {} }, 2],
    ['one makes no sense', [], { ethereum: { providers: { length: 'many' } } }, 1],
  ])('where %s are enough too', (_, uuids, injected, places) => {
    expect(countWalletSlots(Object.assign(pageWith(uuids, []), injected), withProviders(0))).toBe(places)
  })

  it('include wallets without an id, and ignore objects that throw when read', () => {
    const page = pageWith([undefined, undefined] as never, [])
    Object.defineProperty(page, 'solana', {
      get: () => {
        throw new Error('no')
      },
    })
    expect(countWalletSlots(page, withProviders(0))).toBe(2)
  })
})
