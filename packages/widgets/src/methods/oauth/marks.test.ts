import { oauthProviders } from '@latchkey/contract'
import { expect, it } from 'vitest'
import { loadMark } from './load-mark.ts'
import { providerNames } from './provider-names.ts'

it('every provider has the name its owner writes [W-MAIN-15]', () => {
  expect(Object.values(providerNames).sort()).toEqual(
    [
      ...['Amazon', 'Apple', 'Bitbucket', 'Coinbase', 'Discord', 'Facebook', 'Figma', 'GitHub', 'GitLab', 'Google'],
      ...['LinkedIn', 'Microsoft', 'Salesforce', 'Slack', 'Snapchat', 'TikTok', 'Twitch', 'Twitter', 'Yahoo'],
    ].sort(),
  )
  expect(Object.keys(providerNames).sort()).toEqual([...oauthProviders].sort())
  for (const name of oauthProviders) expect(providerNames[name].toLowerCase()).toBe(name)
})

it.each(oauthProviders)('%s has a mark of its own, drawn of nothing but outlines', async (name) => {
  const pieces = await loadMark(name)
  expect(pieces.length).toBeGreaterThan(0)
  for (const [color, path] of pieces) {
    expect(color).toMatch(/^(currentColor|#[\da-f]{3}|#[\da-f]{6})$/)
    expect(path).toMatch(/^[Mm][\d\sacehlmqstvzACHLMQSTVZ.,-]+z$/)
  }
  // Small enough to be loaded beside a button.
  expect(JSON.stringify(pieces).length).toBeLessThan(1_600)
})
