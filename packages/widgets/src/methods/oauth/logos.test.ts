import { oauthProviders } from '@latchkey/contract'
import { expect, it } from 'vitest'
import { loadLogo } from './load-logo.ts'
import { providerName } from './provider-names.ts'

it('has the official name of every provider [W-MAIN-15]', () => {
  expect(oauthProviders.map(providerName).sort()).toEqual(
    [
      ...['Amazon', 'Apple', 'Bitbucket', 'Coinbase', 'Discord', 'Facebook', 'Figma', 'GitHub', 'GitLab', 'Google'],
      ...['LinkedIn', 'Microsoft', 'Salesforce', 'Slack', 'Snapchat', 'TikTok', 'Twitch', 'Twitter', 'Yahoo'],
    ].sort(),
  )
  for (const name of oauthProviders) expect(providerName(name).toLowerCase()).toBe(name)
})

it.each(oauthProviders)('%s has a logo that consists of paths only', async (name) => {
  const pieces = await loadLogo(name)
  expect(pieces.length).toBeGreaterThan(0)
  for (const [color, path] of pieces) {
    expect(color ?? '#000').toMatch(/^(#[\da-f]{3}|#[\da-f]{6})$/)
    expect(path).toMatch(/^[Mm][\d\sachlmsvzACHLMSV-]+$/)
  }
  // Small enough for a button.
  expect(JSON.stringify(pieces).length).toBeLessThan(1_600)
})
