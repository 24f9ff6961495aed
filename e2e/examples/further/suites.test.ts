import { expect, it } from 'vitest'
import { findChromium } from '../../../tools/test/chromium.ts'
import { freePort } from '../../../tools/test/free-port.ts'
import { sharedDevelopment } from '../../provider.ts'
import { runExample } from '../start-example.ts'

it('vitest-testkit passes its own tests', async () => {
  const { code, output } = await runExample('vitest-testkit', ['test'])
  expect([code, output]).toEqual([0, expect.stringMatching(/Tests {2}9 passed/)])
})

it('playwright-e2e passes its own tests, with a provider that runs already', async () => {
  const provider = await sharedDevelopment()
  const { code, output } = await runExample('playwright-e2e', ['test'], {
    LATCHKEY_URL: provider.url,
    APPLICATION_URL: `http://localhost:${await freePort()}`,
    CHROMIUM_PATH: findChromium() ?? '',
    CI: '',
  })
  expect([code, output]).toEqual([0, expect.stringContaining('6 passed')])
})
