import { describe, expect, it } from 'vitest'
import { brandColors, contrast, darkCard } from './brand-color.ts'

describe('brandColors', () => {
  it('keeps text readable on any color, in both schemes', () => {
    const steps = [0, 51, 102, 119, 136, 153, 204, 255]
    const hex = (value: number): string => value.toString(16).padStart(2, '0')
    const low: unknown[] = []
    for (const r of steps)
      for (const g of steps)
        for (const b of steps) {
          const color = `#${hex(r)}${hex(g)}${hex(b)}`
          const { button, buttonText, link, darkButton, darkButtonText, darkLink } = brandColors(color)
          const ratios = [
            contrast(button, buttonText) >= 4.5,
            contrast(link, '#ffffff') >= 4.5,
            contrast(darkButton, darkButtonText) >= 4.5,
            contrast(darkButton, darkCard) >= 3,
            contrast(darkLink, darkCard) >= 4.5,
          ]
          if (ratios.includes(false)) low.push([color, ratios])
        }
    expect(low).toEqual([])
  })

  it('paints the default button like the widgets do', () => {
    expect(brandColors(null)).toMatchObject({ button: '#19303d', buttonText: '#ffffff' })
  })

  it('measures contrast as WCAG does', () => {
    expect([contrast('#000000', '#ffffff'), contrast('#777777', '#ffffff').toFixed(2)]).toEqual([21, '4.48'])
  })
})
