import { generateKeyPairSync, sign } from 'node:crypto'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import type { BrowserContext } from 'playwright-core'
import { base58 } from '../client/base58.ts'

/** How an extension responds to requests. */
export type Manner =
  | 'honest'
  /** Does not respond to the first request until `answerLate` is called. */
  | 'silent'
  /** Connects, but never responds to the signature request. */
  | 'silent at the signature'
  | 'declines'
  | 'declines to sign'
  | 'has a question open already'
  | 'is locked'
  /** Returns the account of another user. */
  | 'lies'
  /** The user changes the account during the signature request. */
  | 'changes its account'

export interface WalletOptions {
  name: string
  type: 'ethereum' | 'solana'
  manner?: Manner
  /** Flags of a wallet on `window`. @default announced with EIP-6963 or the Wallet Standard */
  flags?: Record<string, boolean>
  rdns?: string
  icon?: string
}

export interface BrowserWallet {
  name: string
  address: string
}

interface Injected extends WalletOptions {
  address: string
  index: number
}

declare global {
  /** Only inside a page with wallets. */
  var signAs: (index: number, message: number[]) => Promise<string | number[]>
  /** The requests to wallets, in order: `name method`. */
  var askedOfWallets: string[]
  var answerLate: () => void
}

/** An image of a red dot. */
export const dot =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"%3E%3Ccircle cx="12" cy="12" r="11" fill="%23c0392b"/%3E%3C/svg%3E'

/** Adds wallet extensions to all new pages of the browser. Their keys are real and stay in this process. */
export async function installWallets(
  context: BrowserContext,
  requested: readonly WalletOptions[],
): Promise<BrowserWallet[]> {
  const signers = requested.map(({ type }) => (type === 'ethereum' ? ethereumSigner() : solanaSigner()))
  await context.exposeFunction('signAs', (index: number, message: number[]) =>
    signers[index]?.sign(Buffer.from(message)),
  )
  const other = createEthereumWallet().address
  const injected = requested.map((options, index): Injected => {
    const address = signers[index]?.address ?? ''
    return { ...options, index, address: options.manner === 'lies' && options.type === 'ethereum' ? other : address }
  })
  await context.addInitScript(inject, injected)
  return injected.map(({ name, address }) => ({ name, address }))
}

function ethereumSigner() {
  const wallet = createEthereumWallet()
  return { address: wallet.address, sign: (message: Buffer) => wallet.sign(message.toString()) as string | number[] }
}

function solanaSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58([...Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')])
  return { address, sign: (message: Buffer): string | number[] => [...sign(null, message, privateKey)] }
}

/** Runs in the page, before its scripts. */
function inject(wallets: Injected[]): void {
  globalThis.askedOfWallets = []
  const late = new Promise<void>((resolve) => {
    globalThis.answerLate = resolve
  })
  const never = new Promise<never>(() => undefined)
  const refuse = (code: number, message = ''): never => {
    throw Object.assign(new Error(message), { code })
  }

  async function connect({ manner }: Injected): Promise<void> {
    if (manner === 'silent') await late
    if (manner === 'declines') refuse(4001, 'User rejected the request.')
    if (manner === 'has a question open already') refuse(-32002)
  }

  async function signature({ index, manner }: Injected, message: number[], change: () => void) {
    if (manner === 'silent at the signature') return never
    if (manner === 'declines to sign') refuse(4001, 'User rejected the request.')
    if (manner === 'changes its account') {
      change()
      return never
    }
    return signAs(index, message)
  }

  function ethereumProvider(wallet: Injected) {
    const listeners = new Set<(accounts: string[]) => void>()
    return {
      ...wallet.flags,
      on: (_: string, listener: (accounts: string[]) => void) => listeners.add(listener),
      removeListener: (_: string, listener: (accounts: string[]) => void) => listeners.delete(listener),
      async request({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> {
        askedOfWallets.push(`${wallet.name} ${method}`)
        if (method === 'eth_requestAccounts') {
          await connect(wallet)
          return wallet.manner === 'is locked' ? [] : [wallet.address]
        }
        if (method !== 'personal_sign') return refuse(4200)
        const [data, account] = params as [string, string]
        if (account !== wallet.address) return refuse(4100)
        const bytes = (data.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
        return signature(wallet, bytes, () => {
          for (const listener of listeners) listener(['0x0000000000000000000000000000000000000001'])
        })
      },
    }
  }

  function solanaProvider(wallet: Injected) {
    return {
      ...wallet.flags,
      async connect() {
        askedOfWallets.push(`${wallet.name} connect`)
        await connect(wallet)
        return { publicKey: { toString: () => wallet.address } }
      },
      async signMessage(message: Uint8Array) {
        askedOfWallets.push(`${wallet.name} signMessage`)
        return { signature: Uint8Array.from((await signature(wallet, [...message], () => undefined)) as number[]) }
      },
    }
  }

  function standardWallet(wallet: Injected) {
    const { connect: ask, signMessage } = solanaProvider(wallet)
    const account = { address: wallet.address }
    const accounts: { address: string }[] = []
    return {
      version: '1.0.0',
      name: wallet.name,
      icon: wallet.icon ?? '',
      chains: ['solana:mainnet'],
      accounts,
      features: {
        'standard:connect': {
          async connect() {
            await ask()
            accounts.splice(0, 1, account)
            return { accounts }
          },
        },
        'solana:signMessage': {
          signMessage: async ({ message }: { message: Uint8Array }) => [await signMessage(message)],
        },
      },
    }
  }

  for (const wallet of wallets) {
    const isFlagged = wallet.flags !== undefined
    if (wallet.type === 'ethereum') {
      const provider = ethereumProvider(wallet)
      if (isFlagged) {
        Object.assign(globalThis, { ethereum: provider })
        continue
      }
      const info = {
        uuid: crypto.randomUUID(),
        name: wallet.name,
        icon: wallet.icon ?? '',
        rdns: wallet.rdns ?? `example.${wallet.name.toLowerCase()}`,
      }
      const announce = () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
      addEventListener('eip6963:requestProvider', () => {
        askedOfWallets.push(`${wallet.name} announce`)
        announce()
      })
      announce()
    } else if (isFlagged) {
      Object.assign(globalThis, { solana: solanaProvider(wallet) })
    } else {
      const standard = standardWallet(wallet)
      const register = (api: { register(one: unknown): void }) => api.register(standard)
      addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    }
  }
}
