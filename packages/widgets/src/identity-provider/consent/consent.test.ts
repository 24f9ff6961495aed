import { standardScopes } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { landingOf } from '../read-landing.ts'
import { clientNameOf, hostnameOf, ownSchemeOf } from '../text/client-name.ts'
import { identityProviderStrings } from '../text/identity-provider.strings.ts'
import { isStandardScope, scopeLines } from './consent.ts'
import { readManifest } from './consent-manifest.ts'

const landing = (query: string) => landingOf(new URLSearchParams(query))

describe('the request of the page', () => {
  it('is an authorization with default scopes [W-IDP-03] [W-IDP-05] [W-IDP-06]', () => {
    expect(landing('client_id=c&redirect_uri=https://notes.example/&page=2')).toEqual({
      kind: 'authorize',
      params: {
        ...{ client_id: 'c', redirect_uri: 'https://notes.example/', response_type: 'code' },
        scope: 'openid email profile',
      },
    })
  })

  it('is passed on unchanged, whatever `prompt` contains [W-IDP-07]', () => {
    const params = {
      ...{ client_id: 'c', redirect_uri: 'https://notes.example/', response_type: 'token', scope: 'openid' },
      ...{ code_challenge: 'x', state: 's', nonce: '', prompt: 'login latchkey_request_1' },
    }
    expect(landing(String(new URLSearchParams(params)))).toEqual({ kind: 'authorize', params })
    const silent = { ...params, prompt: 'none latchkey_request_1' }
    expect(landing(String(new URLSearchParams(silent)))).toEqual({ kind: 'authorize', params: silent, isSilent: true })
  })

  it('is a logout if it has a post-logout redirect URI [W-IDP-02] [W-OUT-03]', () => {
    const params = {
      client_id: 'c',
      post_logout_redirect_uri: 'https://notes.example/',
      id_token_hint: 'h',
      state: 's',
    }
    expect(landing(`redirect_uri=u&${new URLSearchParams(params)}`)).toEqual({ kind: 'logout', params })
  })

  it.each([
    ['', 'client_id'],
    ['client_id=&redirect_uri=u', 'client_id'],
    ['client_id=c', 'redirect_uri'],
    ['client_id=c&redirect_uri=', 'redirect_uri'],
    ['post_logout_redirect_uri=u', 'client_id'],
    ['client_id=c&post_logout_redirect_uri=', 'post_logout_redirect_uri'],
  ])('cannot be read from ?%s', (query, param) => {
    expect(landing(query)).toEqual({ kind: 'missing_parameter', param })
  })
})

describe('the name of an application', () => {
  it.each([
    ['Notes', 'https://notes.example/', 'Notes'],
    ['', 'https://notes.example:8080/in', 'notes.example'],
    ['  ', 'https://notes.example', 'notes.example'],
    [undefined, 'notes:/in', 'The App'],
    ['', 'no address', 'The App'],
    ['', 'evil.app://accounts.example.com/in', 'The App'],
  ])('%j at %s is %s [W-IDP-31] [W-IDP-32]', (name, redirectUri, expected) => {
    expect(clientNameOf(name, redirectUri)).toBe(expected)
  })
})

describe('the redirect target', () => {
  it.each([
    ['https://notes.example:8080/in', 'notes.example', ''],
    ['http://127.0.0.1:4711/in', '127.0.0.1', ''],
    ['com.example.notes:/in', '', 'com.example.notes'],
    // The host of a custom scheme proves nothing.
    ['evil.app://accounts.example.com/in', '', 'evil.app'],
    ['no address', '', ''],
  ])('by %s is the host %j or the application %j', (address, host, scheme) => {
    expect([hostnameOf(address), ownSchemeOf(address)]).toEqual([host, scheme])
  })
})

describe('scopes', () => {
  it('include six standard ones with a built-in text each [W-IDP-33]', () => {
    expect([...standardScopes].sort()).toEqual(
      ['openid', 'profile', 'email', 'phone', 'full_access', 'offline_access'].sort(),
    )
    const words = standardScopes.map((scope) => identityProviderStrings[`idp.scope.${scope}`])
    expect(new Set(words).size).toBe(6)
    expect([standardScopes.every(isStandardScope), isStandardScope('notes:read')]).toEqual([true, false])
  })

  it('are shown by name without a description [W-IDP-35]', () => {
    expect(identityProviderStrings['idp.scope.other']).toBe('Use the {scope} scope')
    expect(scopeLines(['notes:read'], { granted: [] })).toEqual([{ key: null, scope: 'notes:read', isNew: false }])
  })

  it('of the identity share one line', () => {
    const keys = (...scopes: string[]) => scopeLines(scopes, { granted: [] }).map(({ key }) => key)
    expect(keys('openid')).toEqual(['openid'])
    expect(keys('openid', 'email')).toEqual(['email'])
    expect(keys('phone', 'email', 'openid', 'profile')).toEqual(['phone', 'profile_and_email'])
  })

  it('are marked as new after an earlier grant, and not the first time', () => {
    const areNew = (granted: string[]) =>
      scopeLines(['openid', 'email', 'profile', 'phone', 'a'], { granted }).map(({ isNew }) => isNew)
    expect(areNew([])).toEqual([false, false, false])
    expect(areNew(['openid', 'email', 'a'])).toEqual([true, true, false])
    expect(areNew(['email', 'profile', 'phone'])).toEqual([false, false, true])
  })
})

describe('a manifest', () => {
  it('has sections with items, and items may have details [W-IDP-36]', () => {
    const items = ['Read', { text: 'Write' }, { text: 'Share', details: 'Links' }, { text: 'Go', details: ['a', 'b'] }]
    expect(readManifest([{ header: 'Notes', items }])).toEqual([
      {
        header: 'Notes',
        items: [
          { text: 'Read', details: [] },
          { text: 'Write', details: [] },
          { text: 'Share', details: ['Links'] },
          { text: 'Go', details: ['a', 'b'] },
        ],
      },
    ])
  })

  it.each([
    [undefined],
    ['Notes'],
    [[]],
    [{ header: 'Notes', items: [] }],
    [[{ items: [] }]],
    [[{ header: 'Notes', items: 'all' }]],
    [[{ header: 'Notes', items: ['Read', 7] }]],
    [[{ header: 'Notes', items: [{ text: 'Read', details: [7] }] }]],
    [[{ header: 'Notes', items: ['Read'] }, null]],
  ])('rejects %j', (given) => {
    expect(readManifest(given)).toBeNull()
  })
})
