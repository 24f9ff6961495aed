import { describe, expect, it } from 'vitest'
import { defaultParams, type GalleryParams, readGalleryParams, writeGalleryParams } from './gallery-params.ts'

const others: GalleryParams = {
  only: 'login/main',
  theme: 'Night',
  scheme: 'dark',
  locale: 'de',
  direction: 'rtl',
  width: '320',
  dom: 'shadow',
}

describe('the URL of the gallery', () => {
  it.each([defaultParams, others])('round-trips all parameters', (params) => {
    expect(readGalleryParams(writeGalleryParams(params))).toEqual(params)
  })

  it('omits defaults', () => {
    expect([writeGalleryParams(defaultParams), writeGalleryParams({ ...defaultParams, locale: 'de' })]).toEqual([
      '',
      '?locale=de',
    ])
  })

  it('replaces invalid values with defaults', () => {
    expect(readGalleryParams('?theme=toString&scheme=&locale=constructor&direction=up&width=7&dom=none')).toEqual(
      defaultParams,
    )
  })
})
