import { describe, expect, it } from 'vitest'
import { keyTarget } from './tabs.tsx'

describe('keys on a tab list', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 2, 1],
    ['ArrowLeft', 0, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['a', 1, undefined],
    ['ArrowDown', 1, undefined],
  ])('%s on tab %i of three leads to %s', (key, current, target) => {
    expect(keyTarget(key, current, 3, false)).toBe(target)
  })

  it('follow the direction of the text', () => {
    expect([keyTarget('ArrowLeft', 0, 3, true), keyTarget('ArrowRight', 0, 3, true)]).toEqual([1, 2])
  })
})
