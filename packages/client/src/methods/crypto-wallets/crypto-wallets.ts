import type {
  AuthenticateResponse,
  CryptoWalletsAuthenticateRequest,
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse,
  SiweParams,
} from '@latchkey/contract'
import { cryptoWalletsAuthenticate } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { validate, validateStrings } from '../../core/validate.ts'
import type { OptionsOf } from '../caller.ts'
import { caller } from '../caller.ts'
import { factorOf } from '../factor.ts'

export interface CryptoWallets {
  /**
   * Fetches the text that the wallet has to sign; with a session, to add the wallet to its user.
   *
   * @example
   * const wallet = { crypto_wallet_address: address, crypto_wallet_type: 'ethereum' } as const
   * const { challenge } = await client.cryptoWallets.authenticateStart(wallet)
   * const signature = await ethereum.request({ method: 'personal_sign', params: [challenge, address] })
   * await client.cryptoWallets.authenticate({ ...wallet, signature, session_duration_minutes: 30 })
   */
  authenticateStart(
    options: OptionsOf<CryptoWalletsAuthenticateStartRequest>,
  ): Promise<CryptoWalletsAuthenticateStartResponse>
  authenticate(options: OptionsOf<CryptoWalletsAuthenticateRequest>): Promise<AuthenticateResponse>
}

export function createCryptoWallets(
  ctx: Pick<ClientContext, 'authenticate' | 'bootstrap' | 'platform' | 'request' | 'session'>,
): CryptoWallets {
  const group = 'cryptoWallets.authenticate'
  const start = `${group}Start`
  const wallet = 'crypto_wallet_address crypto_wallet_type'

  return {
    async authenticateStart(options) {
      const { siwe_params, ...body } = validate<CryptoWalletsAuthenticateStartRequest>(
        start,
        `${wallet} siwe_params?:object`,
        options,
      )
      const given = validate<SiweParams>(
        start,
        'uri? chain_id? issued_at? statement? not_before? message_request_id?',
        siwe_params,
      )
      const { resources } = siwe_params ?? {}
      if (resources) given.resources = validateStrings(start, 'resources', resources)
      const { siweRequiredForCryptoWallets } = await ctx.bootstrap.get()
      const isSiwe = siweRequiredForCryptoWallets && body.crypto_wallet_type === 'ethereum'
      return ctx.request(
        { method: 'POST', path: `/crypto_wallets/authenticate/start/${factorOf(ctx.session)}`, guarded: true },
        { ...body, ...(isSiwe && { siwe_params: { ...given, uri: given.uri ?? ctx.platform.location.origin } }) },
      )
    },
    authenticate: caller(
      ctx.authenticate,
      cryptoWalletsAuthenticate,
      group,
      `${wallet} signature session_duration_minutes:number`,
    ),
  }
}
