import type { Endpoint, Ok, Protection, SessionDuration } from '../core/endpoint.ts'
import type { CryptoWalletType } from '../core/products.ts'
import type { AuthenticateResponse } from './sessions.ts'

/** The fields of a Sign-In with Ethereum message (EIP-4361) that a client may set. */
export interface SiweParams {
  /** @default the origin of the page */
  uri?: string
  chain_id?: string
  issued_at?: string
  statement?: string
  not_before?: string
  message_request_id?: string
  resources?: string[]
}

export interface CryptoWalletsAuthenticateStartRequest extends Protection {
  crypto_wallet_address: string
  crypto_wallet_type: CryptoWalletType
  /** Only for Ethereum wallets, and only if the project requires it. */
  siwe_params?: SiweParams
}

export interface CryptoWalletsAuthenticateStartResponse extends Ok {
  /** The text that the wallet has to sign. */
  challenge: string
}

export interface CryptoWalletsAuthenticateRequest extends SessionDuration, Protection {
  crypto_wallet_address: string
  crypto_wallet_type: CryptoWalletType
  signature: string
  /**
   * The text that was signed. Without it the provider tries the open challenges of the wallet, first those that were
   * requested from the network of this request.
   */
  challenge?: string
}

export const cryptoWalletsAuthenticateStartPrimary: Endpoint<
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse
> = { method: 'POST', path: '/crypto_wallets/authenticate/start/primary', guarded: true }

export const cryptoWalletsAuthenticateStartSecondary: Endpoint<
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse
> = { method: 'POST', path: '/crypto_wallets/authenticate/start/secondary', guarded: true }

export const cryptoWalletsAuthenticate: Endpoint<CryptoWalletsAuthenticateRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/crypto_wallets/authenticate',
  guarded: true,
}
