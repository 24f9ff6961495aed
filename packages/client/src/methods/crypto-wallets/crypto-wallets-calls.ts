import type {
  AuthenticateResponse,
  CryptoWalletsAuthenticateRequest,
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse,
  cryptoWalletsAuthenticate,
  SiweParams,
} from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { validate, validateStrings } from '../../core/validate.ts'
import type { createCall, OptionsOf } from '../create-call.ts'
import type { factorOf } from '../factor.ts'

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

/** Functions are part of the context: an import of a value would make bundlers split the entry into two files. */
interface CallsContext extends Pick<ClientContext, 'authenticate' | 'bootstrap' | 'platform' | 'request' | 'session'> {
  readonly createCall: typeof createCall
  readonly validate: typeof validate
  readonly validateStrings: typeof validateStrings
  readonly factorOf: typeof factorOf
}

/** Loaded on demand, because most pages use no wallets. */
export function createCryptoWalletsCalls(ctx: CallsContext): CryptoWallets {
  const endpoint = {
    method: 'POST',
    path: '/crypto_wallets/authenticate',
    guarded: true,
  } satisfies typeof cryptoWalletsAuthenticate
  const types = 'crypto_wallet_address crypto_wallet_type signature challenge? session_duration_minutes:number'

  return {
    async authenticateStart(options) {
      const method = 'cryptoWallets.authenticateStart'
      const { siwe_params, ...body } = ctx.validate<CryptoWalletsAuthenticateStartRequest>(
        method,
        'crypto_wallet_address crypto_wallet_type siwe_params?:object',
        options,
      )
      const given = ctx.validate<SiweParams>(
        method,
        'uri? chain_id? issued_at? statement? not_before? message_request_id?',
        siwe_params,
      )
      const { resources } = siwe_params ?? {}
      if (resources) given.resources = ctx.validateStrings(method, 'resources', resources)
      const { siweRequiredForCryptoWallets } = await ctx.bootstrap.get()
      const isSiwe = siweRequiredForCryptoWallets && body.crypto_wallet_type === 'ethereum'
      return ctx.request(
        { method: 'POST', path: `/crypto_wallets/authenticate/start/${ctx.factorOf(ctx.session)}`, guarded: true },
        { ...body, ...(isSiwe && { siwe_params: { ...given, uri: given.uri ?? ctx.platform.location.origin } }) },
      )
    },
    authenticate: ctx.createCall(ctx.authenticate, endpoint, 'cryptoWallets.authenticate', types),
  }
}
