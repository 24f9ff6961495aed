import { describe, expect, it } from 'vitest'
import { oauthProviders } from './oauth-providers.ts'
import {
  authFlowTypes,
  b2bMfaProducts,
  b2bOAuthProviders,
  b2bProducts,
  b2bScreens,
  cryptoWalletTypes,
  dfpModes,
  oneTapFailureReasons,
  oneTapPositions,
  otpMethods,
  products,
  redirectTypes,
  standardScopes,
  tokenTypes,
  verticals,
  walletOptions,
} from './products.ts'

describe('enumerations', () => {
  it('lists the verticals consumer and business [C-CFG-02]', () => {
    expect(verticals).toEqual(['CONSUMER', 'B2B'])
  })

  it('lists the products [C-CFG-35]', () => {
    expect(products).toEqual(['emailMagicLinks', 'oauth', 'otp', 'crypto', 'passwords', 'passkeys'])
  })

  it('lists the channels of passcodes [C-CFG-36]', () => {
    expect(otpMethods).toEqual(['sms', 'whatsapp', 'email'])
  })

  it('lists the wallets that a user can choose from [C-CFG-37]', () => {
    expect(walletOptions).toEqual([
      'Vessel',
      'Phantom',
      'Metamask',
      'Coinbase',
      'Binance',
      'GenericEthereumWallet',
      'GenericSolanaWallet',
    ])
  })

  it('has two wallet types in the API', () => {
    expect(cryptoWalletTypes).toEqual(['ethereum', 'solana'])
  })

  it('has a redirect type named reset_password [C-CFG-39]', () => {
    expect(redirectTypes).toEqual(['login', 'signup', 'reset_password', 'logout', 'invite', 'discovery'])
  })

  it('lists the auth flow types [C-CFG-40]', () => {
    expect(authFlowTypes).toEqual(['Discovery', 'Organization', 'PasswordReset'])
  })

  it('lists the 19 OAuth providers [C-OAU-09]', () => {
    expect(oauthProviders).toEqual(
      (
        'google microsoft apple github gitlab facebook discord salesforce slack amazon ' +
        'bitbucket linkedin coinbase twitch twitter tiktok snapchat figma yahoo'
      ).split(' '),
    )
  })

  it('lists the One Tap positions [C-OAU-10]', () => {
    expect(oneTapPositions).toEqual([
      'embedded',
      'floating',
      'embeddedOnly',
      'floatingOrEmbedded',
      'forceLegacyEmbedded',
    ])
  })

  it('lists the three reasons of a One Tap failure [C-OAU-14]', () => {
    expect(oneTapFailureReasons).toEqual(['oauth_config_not_found', 'user_cancel', 'unknown_reason'])
  })

  it('lists the OAuth providers of business projects [C-B2B-01]', () => {
    expect(b2bOAuthProviders).toEqual(['google', 'microsoft', 'hubspot', 'slack', 'github'])
  })

  it('lists the products of business projects [C-B2B-02]', () => {
    expect(b2bProducts).toEqual(['emailMagicLinks', 'emailOtp', 'sso', 'passwords', 'oauth'])
  })

  it('lists the second factors of business projects [C-B2B-03]', () => {
    expect(b2bMfaProducts).toEqual(['smsOtp', 'totp'])
  })

  it('names the screens of business sign-in [C-B2B-06]', () => {
    expect(b2bScreens).toEqual(['mfa', 'totp', 'sms_otp', 'recovery_code', 'sso_discovery'])
  })

  it('lists modes, token types and scopes', () => {
    expect({ dfpModes, tokenTypes, standardScopes }).toEqual({
      dfpModes: ['DECISIONING', 'OBSERVATION'],
      tokenTypes: ['magic_links', 'oauth', 'impersonation', 'reset_password', 'login'],
      standardScopes: ['openid', 'profile', 'email', 'phone', 'full_access', 'offline_access'],
    })
  })
})
