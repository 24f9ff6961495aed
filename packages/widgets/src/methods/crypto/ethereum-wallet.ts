import type { Wallet } from './wallet-port.ts'
import { walletError } from './wallet-port.ts'

/** EIP-1193, as much of it as a sign-in asks for. */
export interface EthereumProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown
  removeListener?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown
}

export function isEthereumProvider(value: unknown): value is EthereumProvider {
  return typeof (value as Partial<EthereumProvider> | null | undefined)?.request === 'function'
}

export function ethereumWallet(provider: EthereumProvider): Wallet {
  return {
    async connect() {
      const accounts: unknown = await provider.request({ method: 'eth_requestAccounts' })
      const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
      if (typeof address !== 'string' || !address) throw walletError('no_account')
      return address
    },
    async sign(address, text) {
      const signature = await unlessChanged(provider, address, () =>
        provider.request({ method: 'personal_sign', params: [hex(text), address] }),
      )
      if (typeof signature !== 'string') throw walletError('failed')
      return signature
    },
  }
}

/** Nobody signs any more with an account that is no longer there, and some wallets then say nothing. */
async function unlessChanged<Value>(
  provider: EthereumProvider,
  address: string,
  run: () => Promise<Value>,
): Promise<Value> {
  let onChange = (_: unknown): void => undefined
  const changed = new Promise<never>((_, reject) => {
    onChange = (accounts) => {
      const others: unknown[] = Array.isArray(accounts) ? accounts : []
      const isThere = others.some((one) => String(one).toLowerCase() === address.toLowerCase())
      if (!isThere) reject(walletError(others.length > 0 ? 'account_changed' : 'no_account'))
    }
  })
  provider.on?.('accountsChanged', onChange)
  try {
    return await Promise.race([changed, run()])
  } finally {
    provider.removeListener?.('accountsChanged', onChange)
  }
}

/** Bytes, for a text that happens to look like hex would be read as such. */
function hex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
