import { expect, it } from 'vitest'
import type { LoginConfig } from './login.config.ts'

it('requires the options of a product by its type', () => {
  const configs = [
    {} satisfies LoginConfig,
    { products: ['passwords', 'crypto'] } satisfies LoginConfig,
    { products: ['otp'], otpOptions: { methods: ['sms'] } } satisfies LoginConfig,
    { products: ['oauth', 'passkeys'], oauthOptions: { providers: [{ type: 'google' }] } } satisfies LoginConfig,
    {
      products: ['otp', 'oauth'],
      otpOptions: { methods: ['email'] },
      oauthOptions: { providers: [{ type: 'github' }] },
    } satisfies LoginConfig,
    // @ts-expect-error: 'otp' requires otpOptions.
    { products: ['otp'] } satisfies LoginConfig,
    // @ts-expect-error: 'oauth' requires oauthOptions.
    { products: ['emailMagicLinks', 'oauth'] } satisfies LoginConfig,
    // @ts-expect-error: one of the two is missing.
    { products: ['otp', 'oauth'], otpOptions: { methods: ['email'] } } satisfies LoginConfig,
    // @ts-expect-error: otpOptions requires methods.
    { products: ['otp'], otpOptions: {} } satisfies LoginConfig,
    // @ts-expect-error: no such product.
    { products: ['magicLinks'] } satisfies LoginConfig,
    // @ts-expect-error: no such option.
    { products: ['passwords'], passwordsOptions: {} } satisfies LoginConfig,
  ]
  expect(configs).toHaveLength(11)
})
