import {
  cryptoWalletsAuthenticate,
  cryptoWalletsAuthenticateStartPrimary,
  cryptoWalletsAuthenticateStartSecondary,
  usersDeleteCryptoWallet,
} from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { removeRegistration } from '../../sessions/remove-registration.ts'
import { authenticateWallet } from './crypto-wallets.authenticate.ts'
import { startWallet } from './crypto-wallets.start.ts'

export const cryptoWalletRoutes: readonly Route[] = [
  route(cryptoWalletsAuthenticateStartPrimary, startWallet('primary')),
  route(cryptoWalletsAuthenticateStartSecondary, startWallet('secondary')),
  route(cryptoWalletsAuthenticate, authenticateWallet),
  route(usersDeleteCryptoWallet, removeRegistration('crypto_wallet')),
]
