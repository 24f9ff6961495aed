import * as z from 'zod'
import type * as endpoints from '../../api/crypto-wallets.ts'
import type {
  CryptoWalletsAuthenticateRequest,
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse,
} from '../../api/crypto-wallets.ts'
import { cryptoWalletTypes } from '../../core/products.ts'
import { id, okShape, protection, sessionDuration, text, timestamp, url } from '../core/base.ts'
import { type EndpointSchemas, exactly, type SchemasOf } from '../core/exact.ts'
import { authenticateResponse } from './sessions.ts'

const wallet = { crypto_wallet_address: id, crypto_wallet_type: z.enum(cryptoWalletTypes) }

const start: EndpointSchemas<typeof endpoints.cryptoWalletsAuthenticateStartPrimary> = {
  request: exactly<CryptoWalletsAuthenticateStartRequest>()(
    z.object({
      ...protection,
      ...wallet,
      siwe_params: z
        .object({
          uri: url.optional(),
          chain_id: id.optional(),
          issued_at: timestamp.optional(),
          statement: text(1_024).optional(),
          not_before: timestamp.optional(),
          message_request_id: id.optional(),
          resources: z.array(url).max(20).optional(),
        })
        .optional(),
    }),
  ),
  response: exactly<CryptoWalletsAuthenticateStartResponse>()(z.object({ ...okShape, challenge: text(65_536) })),
}

export const cryptoWalletSchemas: SchemasOf<typeof endpoints> = {
  cryptoWalletsAuthenticateStartPrimary: start,
  cryptoWalletsAuthenticateStartSecondary: start,
  cryptoWalletsAuthenticate: {
    request: exactly<CryptoWalletsAuthenticateRequest>()(
      // Signatures of contract wallets (ERC-6492) contain their deployment and are long.
      z.object({
        ...sessionDuration,
        ...protection,
        ...wallet,
        signature: text(16_384),
        challenge: text(65_536).optional(),
      }),
    ),
    response: authenticateResponse,
  },
}
