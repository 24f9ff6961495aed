import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Color } from './contrast.ts'
import { black, contrast, cssOf, leastContrast, over, parseColor, readable, white } from './contrast.ts'

const part = fc.double({ min: 0, max: 1, noNaN: true })
const color: fc.Arbitrary<Color> = fc.tuple(part, part, part, part)
const opaque: fc.Arbitrary<Color> = fc.tuple(part, part, part, fc.constant(1))

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect([contrast(white, black), contrast(black, white), contrast(white, white)]).toEqual([21, 21, 1])
    expect(contrast([0x76 / 255, 0x76 / 255, 0x76 / 255, 1], white)).toBeCloseTo(4.54, 2)
  })

  it('is at least 4.5 for every color that was corrected, as the browser will paint it (O-17)', () => {
    fc.assert(
      fc.property(color, opaque, (text, background) => {
        const painted = parseColor(cssOf(readable(text, background))) ?? background
        expect(contrast(painted, background)).toBeGreaterThanOrEqual(leastContrast)
      }),
      { numRuns: 2_000 },
    )
  })

  it('leaves a color alone that is readable', () => {
    const ink: Color = [25 / 255, 48 / 255, 61 / 255, 1]
    expect(readable(ink, white)).toEqual(over(ink, white))
  })
})

describe('a computed color', () => {
  it.each([
    ['rgb(255, 0, 0)', [1, 0, 0, 1]],
    ['rgba(0, 0, 255, 0.5)', [0, 0, 1, 0.5]],
    ['rgb(255 0 0)', [1, 0, 0, 1]],
    ['color(srgb 1 0.5 0)', [1, 0.5, 0, 1]],
    ['color(srgb 1 0.5 1e-7 / 0.25)', [1, 0.5, 1e-7, 0.25]],
    ['color(srgb 1.5 -0.5 0)', [1, 0, 0, 1]],
  ])('%s is read', (text, read) => expect(parseColor(text)).toEqual(read))

  it.each([
    'oklch(0.9 0.1 90)',
    'color(display-p3 1 1 0)',
    'lab(50 0 0)',
    '',
    'transparent',
    'color(srgb-linear 1 1 1)',
  ])('%s is left to the browser', (text) => expect(parseColor(text)).toBeNull())
})
