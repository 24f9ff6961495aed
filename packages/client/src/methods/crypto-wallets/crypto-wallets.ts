import type { ClientContext } from '../../context/context.ts'
import { validate, validateStrings } from '../../core/validate.ts'
import { createCall } from '../create-call.ts'
import { factorOf } from '../factor.ts'
import { lazyMethods } from '../lazy-methods.ts'
import type { CryptoWallets } from './crypto-wallets-calls.ts'

/**
 * Creates the method group `cryptoWallets` for a context without the other groups.
 *
 * @example
 * const cryptoWallets = createCryptoWallets(createContext('public-token-test-…', options))
 * await cryptoWallets.authenticateStart({ crypto_wallet_address, crypto_wallet_type: 'ethereum' })
 */
export function createCryptoWallets(
  ctx: Pick<ClientContext, 'authenticate' | 'bootstrap' | 'platform' | 'request' | 'session'>,
): CryptoWallets {
  const loaded = { ...ctx, createCall, validate, validateStrings, factorOf }
  return lazyMethods(['authenticateStart', 'authenticate'], async () =>
    (await import('./crypto-wallets-calls.ts')).createCryptoWalletsCalls(loaded),
  )
}
