import { generateKeyPairSync, sign } from 'node:crypto'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import type { BrowserContext } from 'playwright-core'
import { base58 } from './base58.ts'

type WalletName = 'ethereum' | 'solana'

/** The API of a wallet extension, as far as a sign-in uses it. */
export interface InjectedWallets {
  /** EIP-1193. */
  ethereum: { request(call: { method: string; params?: unknown[] }): Promise<unknown> }
  solana: {
    connect(): Promise<{ publicKey: { toString(): string } }>
    signMessage(message: Uint8Array): Promise<{ signature: Uint8Array }>
  }
}

declare global {
  /** Exists inside the page only, like the following. */
  var signWithKey: (name: WalletName, message: number[]) => Promise<number[] | string>
  var ethereum: InjectedWallets['ethereum']
  var solana: InjectedWallets['solana']
}

/** Installs two wallet extensions for all later pages. Their keys are real and stay in this process. */
export async function injectWallets(context: BrowserContext): Promise<Record<WalletName, string>> {
  const ether = createEthereumWallet()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const addresses = {
    ethereum: ether.address,
    solana: base58([...Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')]),
  }
  await context.exposeFunction('signWithKey', (name: WalletName, message: number[]) => {
    const bytes = Buffer.from(message)
    return name === 'ethereum' ? ether.sign(bytes.toString()) : [...sign(null, bytes, privateKey)]
  })
  await context.addInitScript(inject, addresses)
  return addresses
}

/** Runs inside the page, before its scripts. */
function inject(addresses: Record<WalletName, string>): void {
  const refuse = (code: number): never => {
    throw Object.assign(new Error('The wallet refuses.'), { code })
  }
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> {
      if (method === 'eth_requestAccounts') return [addresses.ethereum]
      if (method !== 'personal_sign') return refuse(4200)
      const [data, account] = params as [string, string]
      if (account.toLowerCase() !== addresses.ethereum.toLowerCase()) return refuse(4100)
      return signWithKey(
        'ethereum',
        (data.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
      )
    },
  }
  const solana = {
    connect: async () => ({ publicKey: { toString: () => addresses.solana } }),
    signMessage: async (message: Uint8Array) => ({
      signature: Uint8Array.from((await signWithKey('solana', [...message])) as number[]),
    }),
  }
  Object.assign(globalThis, { ethereum: provider, solana })
  // EIP-6963: announced at once, and again on request.
  const info = { uuid: crypto.randomUUID(), name: 'Pocket', icon: 'data:,', rdns: 'example.pocket' }
  const announce = (): void => {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
