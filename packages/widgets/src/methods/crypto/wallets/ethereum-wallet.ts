import type { Wallet } from './wallet-port.ts'
import { walletError } from './wallet-port.ts'

/** The part of EIP-1193 that a sign-in needs. */
export interface EthereumProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown
  removeListener?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown
}

export function isEthereumProvider(value: unknown): value is EthereumProvider {
  return typeof (value as Partial<EthereumProvider> | null | undefined)?.request === 'function'
}

export function ethereumWallet(provider: EthereumProvider): Wallet {
  /** The accounts of the last `accountsChanged` event. */
  let accounts: unknown[] | null = null
  let onNews = (): void => undefined
  const hear = (told: unknown): void => {
    accounts = Array.isArray(told) ? told : []
    onNews()
  }
  const deafen = (): unknown => provider.removeListener?.('accountsChanged', hear)
  const listen = (): void => {
    deafen()
    provider.on?.('accountsChanged', hear)
  }

  /** Throws if the wallet has reported accounts since it connected and this one is not among them. */
  function assertThere(address: string): void {
    if (!accounts || accounts.some((one) => String(one).toLowerCase() === address.toLowerCase())) return
    throw walletError(accounts.length > 0 ? 'account_changed' : 'no_account')
  }

  return {
    async connect() {
      listen()
      const shared: unknown = await provider.request({ method: 'eth_requestAccounts' })
      accounts = null
      const address: unknown = Array.isArray(shared) ? shared[0] : undefined
      if (typeof address !== 'string' || !address) throw walletError('no_account')
      return address
    },
    async sign(address, text) {
      assertThere(address)
      listen()
      // Some wallets never respond to a signature request after the account changes, so the change ends the wait.
      const lost = new Promise<never>((_, reject) => {
        onNews = () => {
          try {
            assertThere(address)
          } catch (error) {
            reject(error)
          }
        }
      })
      try {
        const signed = provider.request({ method: 'personal_sign', params: [hex(text), address] })
        const signature = await Promise.race([lost, signed])
        if (typeof signature !== 'string') throw walletError('failed')
        return signature
      } finally {
        deafen()
      }
    },
  }
}

/** Hex bytes: a text that looks like hex would be misread. */
function hex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
