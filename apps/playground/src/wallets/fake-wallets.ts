import { createEthereumWallet, createSolanaWallet, type FakeWallet } from '@latchkey/testkit/wallets'
import { base58 } from '@scure/base'
import type { WalletAnswer } from './wallet-answers.ts'

export interface FakeWallets {
  setAnswer(answer: WalletAnswer): void
}

const keyBytes = 32
/** The error code of a declined request (EIP-1193). */
const userRejected = 4001
const unsupportedMethod = 4200

/**
 * Announces two wallets to the page: one for Ethereum (EIP-6963) and one for Solana (Wallet Standard). Their keys are
 * real, random and stored in this browser, so that the same user signs in again.
 */
export function announceFakeWallets(page: Window): FakeWallets {
  const ethereum = createEthereumWallet(storedKey('ethereum'))
  const solana = createSolanaWallet(storedKey('solana'))
  let answer: WalletAnswer = 'approves'
  const askUser = (): void => {
    if (answer === 'declines') throw Object.assign(new Error('User rejected the request.'), { code: userRejected })
  }
  announceEthereum(page, ethereum, askUser)
  announceSolana(page, solana, askUser)
  return {
    setAnswer(next) {
      answer = next
    },
  }
}

function announceEthereum(page: Window, wallet: FakeWallet, askUser: () => void): void {
  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> {
      if (method !== 'eth_requestAccounts' && method !== 'personal_sign')
        throw Object.assign(new Error('Not supported.'), { code: unsupportedMethod })
      askUser()
      return method === 'eth_requestAccounts' ? [wallet.address] : wallet.sign(textOf(String(params[0])))
    },
  }
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Fake wallet (Ethereum)',
    icon: iconOf('#5b6ee1'),
    rdns: 'example.latchkey.fake-wallet',
  }
  const detail = Object.freeze({ info, provider })
  const announce = (): boolean => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
}

function announceSolana(page: Window, wallet: FakeWallet, askUser: () => void): void {
  const account = { address: wallet.address }
  const standard = {
    version: '1.0.0',
    name: 'Fake wallet (Solana)',
    icon: iconOf('#1f9d76'),
    chains: ['solana:mainnet'],
    accounts: [account],
    features: {
      'standard:connect': {
        async connect() {
          askUser()
          return { accounts: [account] }
        },
      },
      'solana:signMessage': {
        async signMessage({ message }: { message: Uint8Array }) {
          askUser()
          return [{ signature: base58.decode(wallet.sign(new TextDecoder().decode(message))) }]
        },
      },
    },
  }
  const register = (api: { register(wallet: unknown): void }): void => api.register(standard)
  page.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

/** `personal_sign` gets a text, or its bytes in hexadecimal. */
function textOf(data: string): string {
  if (!data.startsWith('0x')) return data
  const bytes = (data.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

function storedKey(name: string): Uint8Array {
  const storageKey = `latchkey-playground-wallet-${name}`
  const created = crypto.getRandomValues(new Uint8Array(keyBytes))
  try {
    const stored = localStorage.getItem(storageKey)
    if (stored) return base58.decode(stored)
    localStorage.setItem(storageKey, base58.encode(created))
  } catch {}
  return created
}

function iconOf(color: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${color}"/>` +
    '<path d="M6 8.5h12v8H6zM6 8.5l9-2.5v2.5M14.5 12.5H18" fill="none" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"/></svg>'
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
