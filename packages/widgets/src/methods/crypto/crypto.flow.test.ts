import { describe, expect, it } from 'vitest'
import { refusal } from '../../flow/failure.ts'
import type { CryptoScreenEvent, CryptoState } from './crypto.flow.ts'
import { connectWallet, cryptoFlow, noWallet, otherWallet } from './crypto.flow.ts'
import { connecting, metamask, signing } from './crypto-transitions.suite.ts'

describe('a sign-in with a wallet', () => {
  it('has address, wallet and challenge in its form, with MetaMask as the default [W-CRY-01]', () => {
    expect(noWallet).toEqual({ walletAddress: '', walletOption: 'Metamask', walletChallenge: '' })
    const rabby = { ...metamask, option: 'GenericEthereumWallet' } as const
    expect(connectWallet(rabby, 3).state.crypto).toEqual({ ...noWallet, walletOption: 'GenericEthereumWallet' })
    expect(signing().crypto).toEqual({ walletAddress: '0xA', walletOption: 'Metamask', walletChallenge: 'Sign in.' })
  })

  it('lets the user choose another wallet or get one', () => {
    expect([otherWallet([metamask], 3), otherWallet([], 3)]).toEqual([
      { screen: 'crypto_other_screen', calls: 3 },
      { screen: 'crypto_setup_wallet', calls: 3 },
    ])
  })

  const answers = (call: number): CryptoScreenEvent[] => [
    { type: 'wallet_connected', call, address: '0xA' },
    { type: 'challenge_received', call, challenge: 'Sign in.' },
    { type: 'challenge_signed', call, signature: '0xsigned' },
    { type: 'wallet_accepted', call },
    { type: 'wallet_refused', call, failure: refusal('wallet_rejected') },
  ]
  const elsewhere: CryptoState[] = [
    { screen: 'crypto_other_screen', calls: 4 },
    { screen: 'crypto_setup_wallet', calls: 4 },
    { screen: 'crypto_confirmation', status: 'success', calls: 4 },
  ]

  it.each([connecting(), signing({ calls: 4 }), ...elsewhere])(
    'ignores a late response of a wallet, and one to another call: $screen',
    (state) => {
      const isAsking = state.screen === 'crypto_connect' || state.screen === 'crypto_sign_message'
      for (const event of [...answers(3), ...answers(5), ...(isAsking ? [] : answers(4))]) {
        expect(cryptoFlow(state, event)).toEqual({ state, effects: [] })
      }
    },
  )

  it('takes each response only in its own step', () => {
    const [, received, signed, accepted] = answers(4)
    for (const event of [received, signed, accepted]) {
      expect(event && cryptoFlow(connecting(), event)).toEqual({ state: connecting(), effects: [] })
    }
  })
})
