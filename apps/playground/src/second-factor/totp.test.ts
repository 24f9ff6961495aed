import { describe, expect, it } from 'vitest'
import { totpCode } from './totp.ts'

/** RFC 6238, appendix B: the ASCII text `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('the code of the built-in authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %i seconds', async (seconds, code) => {
    expect(await totpCode(secret, seconds * 1_000)).toBe(code)
  })

  it('is the same for a secret in groups of lower-case letters', async () => {
    expect(await totpCode('gezd gnbv gy3t qojq gezd gnbv gy3t qojq', 59_000)).toBe('287082')
  })
})
