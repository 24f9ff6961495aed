import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleB2bStandalone } from './bundle-standalone.ts'

it('the first load of the business login is at most 36 kB, with Main, and without the other screens', {
  timeout: 60_000,
}, async () => {
  const { chunks, firstLoad } = await bundleB2bStandalone('b2b', { write: false })
  const first = firstLoad.flatMap((name) => chunks.get(name) ?? [])
  const bytes = first.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  expect(bytes).toBeLessThanOrEqual(36_000)
  const sources = first.flatMap(({ moduleIds = [] }) => moduleIds.map((id) => id.replace(/.*\/b2b-login\//, '')))
  expect(sources).toContain('views/b2b-main.view.tsx')
  expect(
    sources.filter((id) => /\.flow\.ts$|effects|b2b-(screens|passwords|second-factor)|libphonenumber/.test(id)),
  ).toEqual([])
})
