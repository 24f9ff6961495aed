import { describe, expect, it } from 'vitest'
import { qrCode } from './qr-code.ts'
import { findSteps, totpCode, totpUri } from './totp-code.ts'

/** `12345678901234567890`, the secret of RFC 6238 appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of an authenticator', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('computes the codes of RFC 6238 appendix B at %d s', async (seconds, code) => {
    expect(await totpCode(secret, Math.floor(seconds / 30), 8)).toBe(code)
    expect(await findSteps(secret, code.slice(2), seconds * 1_000)).toEqual([Math.floor(seconds / 30)])
  })

  it('accepts codes one step early or late, and no others', async () => {
    const now = 1_111_111_111_000
    const step = Math.floor(now / 30_000)
    const taken = []
    for (const drift of [-2, -1, 0, 1, 2])
      taken.push(await findSteps(secret, await totpCode(secret, step + drift), now))
    expect(taken).toEqual([[], [step - 1], [step], [step + 1], []])
  })

  it('names project and account in the otpauth URI', async () => {
    expect(await totpUri(secret, 'Acme: Corp', 'ada@example.com')).toBe(
      `otpauth://totp/Acme%20%20Corp:ada%40example.com?issuer=Acme%20%20Corp&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })
})

describe('the QR code of an enrollment', () => {
  it('is an image that a page can show, small enough for the contract', async () => {
    const longest = await totpUri(secret, '名'.repeat(500), '字'.repeat(500))
    for (const text of ['otpauth://totp/a', longest]) {
      const image = await qrCode(text)
      expect(image).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/)
      expect(image.length).toBeLessThan(65_536)
      const svg = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64').toString()
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (\d+) \1" .*<\/svg>$/)
    }
  })

  it('has the finder pattern in its corner', async () => {
    const image = await qrCode('otpauth://totp/a')
    const svg = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64').toString()
    expect(svg).toContain('d="M4 4h7v1h-7z')
  })
})
