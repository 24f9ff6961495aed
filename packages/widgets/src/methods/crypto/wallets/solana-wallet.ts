import { base58 } from './base58.ts'
import type { Wallet } from './wallet-port.ts'
import { walletError } from './wallet-port.ts'

interface Shown {
  toString(): string
  toBase58?(): string
}

/** The legacy global of Solana wallets, from before the Wallet Standard. */
export interface SolanaProvider {
  readonly publicKey?: Shown | null
  connect(): Promise<{ readonly publicKey?: Shown } | undefined>
  signMessage(
    message: Uint8Array,
    display?: 'utf8',
  ): Promise<Uint8Array | { readonly signature: Uint8Array; readonly publicKey?: Shown }>
}

export function isSolanaProvider(value: unknown): value is SolanaProvider {
  const { connect, signMessage } = Object(value) as Partial<SolanaProvider>
  return typeof connect === 'function' && typeof signMessage === 'function'
}

export function solanaWallet(provider: SolanaProvider): Wallet {
  return {
    async connect() {
      const answer = await provider.connect()
      const key = answer?.publicKey ?? provider.publicKey
      if (!key) throw walletError('no_account')
      return textOf(key)
    },
    async sign(address, text) {
      const assertBy = (key: Shown | null | undefined): void => {
        if (key && textOf(key) !== address) throw walletError('account_changed')
      }
      assertBy(provider.publicKey)
      const signed = await provider.signMessage(new TextEncoder().encode(text), 'utf8')
      const { signature, publicKey } =
        signed instanceof Uint8Array ? { signature: signed } : { publicKey: null, ...signed }
      assertBy(publicKey ?? provider.publicKey)
      return encoded(signature)
    },
  }
}

function textOf(key: Shown): string {
  return key.toBase58?.() ?? key.toString()
}

interface StandardAccount {
  readonly address: string
}

/** The part of the Wallet Standard that a sign-in needs. */
export interface StandardWallet {
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly accounts: readonly StandardAccount[]
  readonly features: {
    readonly 'standard:connect'?: { connect(): Promise<{ readonly accounts: readonly StandardAccount[] }> }
    readonly 'standard:events'?: { on(event: 'change', listener: (change: Change) => void): () => void }
    readonly 'solana:signMessage'?: {
      signMessage(input: {
        account: StandardAccount
        message: Uint8Array
      }): Promise<readonly { readonly signature: Uint8Array }[]>
    }
  }
}

interface Change {
  readonly accounts?: readonly StandardAccount[]
}

/** True if the wallet signs for Solana. */
export function isStandardWallet(value: unknown): value is StandardWallet {
  const { chains, features } = Object(value) as Partial<StandardWallet>
  if (!Array.isArray(chains) || !chains.some((chain) => String(chain).startsWith('solana:'))) return false
  const connect = features?.['standard:connect']?.connect
  const signMessage = features?.['solana:signMessage']?.signMessage
  return typeof connect === 'function' && typeof signMessage === 'function'
}

export function standardWallet(wallet: StandardWallet): Wallet {
  return {
    async connect() {
      const answer = await wallet.features['standard:connect']?.connect()
      const account = answer?.accounts[0]
      if (typeof account?.address !== 'string' || !account.address) throw walletError('no_account')
      return account.address
    },
    async sign(address, text) {
      const account = wallet.accounts.find((one) => one.address === address)
      if (!account) throw walletError(wallet.accounts.length > 0 ? 'account_changed' : 'no_account')
      const message = new TextEncoder().encode(text)
      const answers = await unlessChanged(wallet, address, () =>
        wallet.features['solana:signMessage']?.signMessage({ account, message }),
      )
      return encoded(answers?.[0]?.signature)
    },
  }
}

/** Rejects if the account changes, because some wallets then never respond to the signature request. */
async function unlessChanged<Value>(
  wallet: StandardWallet,
  address: string,
  run: () => Promise<Value> | undefined,
): Promise<Value | undefined> {
  let off: (() => void) | undefined
  const changed = new Promise<never>((_, reject) => {
    off = wallet.features['standard:events']?.on('change', ({ accounts }) => {
      if (!accounts || accounts.some((one) => one.address === address)) return
      reject(walletError(accounts.length > 0 ? 'account_changed' : 'no_account'))
    })
  })
  try {
    return await Promise.race([changed, run()])
  } finally {
    off?.()
  }
}

function encoded(signature: unknown): string {
  if (!(signature instanceof Uint8Array)) throw walletError('failed')
  return base58(signature)
}
