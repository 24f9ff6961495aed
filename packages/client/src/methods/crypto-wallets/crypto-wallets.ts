import type {
  AuthenticateResponse,
  CryptoWalletsAuthenticateRequest,
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse,
} from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate, validateStrings } from '../../core/validate.ts'
import type { OptionsOf } from '../create-call.ts'
import { createCall } from '../create-call.ts'
import { factorOf } from '../factor.ts'

/** Sign-in with Ethereum and Solana wallets. */
export interface CryptoWallets {
  /**
   * Requests the text that the wallet has to sign. With a session, the wallet is added to its user.
   *
   * @example
   * const wallet = { crypto_wallet_address: address, crypto_wallet_type: 'ethereum' } as const
   * const { challenge } = await client.cryptoWallets.authenticateStart(wallet)
   * const signature = await ethereum.request({ method: 'personal_sign', params: [challenge, address] })
   * await client.cryptoWallets.authenticate({ ...wallet, challenge, signature, session_duration_minutes: 30 })
   */
  authenticateStart(
    options: OptionsOf<CryptoWalletsAuthenticateStartRequest>,
  ): Promise<CryptoWalletsAuthenticateStartResponse>
  /** Signs in with the signature of the text. With `challenge` the network may change in between. */
  authenticate(options: OptionsOf<CryptoWalletsAuthenticateRequest>): Promise<AuthenticateResponse>
}

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
  const load = (): Promise<typeof import('./crypto-wallets-calls.ts')> => import('./crypto-wallets-calls.ts')
  const loaded = { ...ctx, createCall, validate, validateStrings, factorOf }

  return {
    authenticateStart: async (options) => (await load()).authenticateStart(loaded, options),
    authenticate: async (options) => (await load()).authenticate(loaded, options),
  }
}
