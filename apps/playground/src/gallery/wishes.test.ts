import { describe, expect, it } from 'vitest'
import { firstWishes, readWishes, type Wishes, writeWishes } from './wishes.ts'

const others: Wishes = {
  only: 'login/main',
  theme: 'Night',
  scheme: 'dark',
  locale: 'de',
  direction: 'rtl',
  width: '320',
  dom: 'shadow',
}

describe('the address of the gallery', () => {
  it.each([firstWishes, others])('says what is to be seen, and is read as it was written', (wishes) => {
    expect(readWishes(writeWishes(wishes))).toEqual(wishes)
  })

  it('is as short as can be', () => {
    expect([writeWishes(firstWishes), writeWishes({ ...firstWishes, locale: 'de' })]).toEqual(['', '?locale=de'])
  })

  it('may be written by anybody', () => {
    expect(readWishes('?theme=toString&scheme=&locale=constructor&direction=up&width=7&dom=none')).toEqual(firstWishes)
  })
})
