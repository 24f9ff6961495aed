import type { CryptoWalletType, User } from '@latchkey/contract'
import { detailText, type StoredRegistration } from './method.ts'

export const cryptoWalletMethod = {
  settings: { crypto_wallets: 'cryptoWallets' },
  registrations: {
    crypto_wallet: {
      limit: 20,
      signsIn: true,
      provesOwner: true,
      isPlantable: true,
      signsInWhileLocked: ['cryptoWallets'],
      userFields: (registrations: readonly StoredRegistration[]): Pick<User, 'crypto_wallets'> => ({
        crypto_wallets: registrations.map(({ id, details, verified }) => ({
          crypto_wallet_id: id,
          crypto_wallet_address: detailText(details.crypto_wallet_address),
          crypto_wallet_type: detailText(details.crypto_wallet_type) as CryptoWalletType,
          verified,
        })),
      }),
    },
  },
  factors: { crypto: { kind: 'have', amr: ['swk'] } },
  auditEvents: { crypto_wallet_authenticate: 'sessions' },
} as const
