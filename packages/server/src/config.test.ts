import { describe, expect, it } from 'vitest'
import { checkConfig, type ProviderConfig } from './config.ts'

const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7)
const good: ProviderConfig = {
  baseUrl: 'https://auth.example.com',
  masterKeys: [{ id: 'k1', key }],
  trustProxy: 0,
  mode: 'production',
}

describe('checkConfig', () => {
  it('accepts a valid configuration', () => {
    expect(() => checkConfig(good)).not.toThrow()
    expect(() => checkConfig({ ...good, baseUrl: 'http://localhost:4000', mode: 'development' })).not.toThrow()
    expect(() => checkConfig({ ...good, countryHeader: 'cf-ipcountry', trustProxy: ['10.0.0.0/8'] })).not.toThrow()
  })

  it.each<[string, Partial<ProviderConfig>]>([
    ['baseUrl', { baseUrl: 'auth.example.com' }],
    ['baseUrl', { baseUrl: 'ftp://auth.example.com' }],
    ['baseUrl', { baseUrl: 'https://auth.example.com/path' }],
    ['baseUrl', { baseUrl: 'http://auth.example.com' }],
    ['masterKeys', { masterKeys: [{ id: 'k1', key: key.slice(0, 16) }] }],
    ['masterKeys', { masterKeys: [{ id: 'k1', key: new Uint8Array(32) }] }],
    ['masterKeys', { masterKeys: [{ id: 'a.b', key }] }],
    ['masterKeys', { masterKeys: [good.masterKeys[0], good.masterKeys[0]] }],
    ['trustProxy', { trustProxy: -1 }],
    ['countryHeader', { countryHeader: 'cf-ipcountry' }],
    ['countryHeader', { countryHeader: 'cf-ipcountry', trustProxy: [] }],
    ['countryHeader', { countryHeader: 'a b', trustProxy: 1 }],
    ['trustTraceparent', { trustTraceparent: true }],
    ['trustTraceparent', { trustTraceparent: true, trustProxy: [] }],
    ['hooks.secret', { hooks: { secret: 'short' } }],
    ['hooks.secret', { hooks: { secret: `whsec_${'~'.repeat(40)}` } }],
    ['limits.sends_per_ip', { limits: { sends_per_ip: { limit: 0, windowMs: 1 } } }],
  ])('rejects an insecure or invalid %s and names it', (name, change) => {
    expect(() => checkConfig({ ...good, ...change })).toThrow(`configuration: ${name}`)
  })
})
