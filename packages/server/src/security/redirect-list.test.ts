import { describe, expect, it } from 'vitest'
import { defaultRedirect, isAllowedRedirect, redirectEntryProblem } from './redirect-list.ts'

const list = [
  'https://app.example.com/welcome',
  'https://app.example.com/area/*',
  'https://app.example.com/back?to={}&from=mail',
  'https://bare.example.com',
  'myapp://signed-in',
]

describe('isAllowedRedirect', () => {
  it.each([
    ...['https://app.example.com/welcome', 'https://app.example.com/area/', 'https://app.example.com/area/51/x'],
    ...['https://app.example.com/back?to=%2Fhome&from=mail', 'https://app.example.com/back?from=mail'],
    ...['https://bare.example.com', 'https://bare.example.com/', 'myapp://signed-in'],
  ])('allows %s', (address) => {
    expect(isAllowedRedirect(address, list, 'live')).toBe(true)
  })

  it.each([
    ...['', '/welcome', '//app.example.com/welcome', 'app.example.com/welcome', 'http://app.example.com/welcome'],
    ...['https://app.example.com/welcome/', 'https://app.example.com/welcomed', 'https://app.example.com/area'],
    ...[
      'https://app.example.com/area/../welcome2',
      'https://app.example.com/area/%2e%2e/x/..',
      'https://app.example.com',
    ],
    ...['https://app.example.com/welcome?x=1', 'https://app.example.com/welcome#x', 'https://app.example.com/welcome?'],
    ...['https://app.example.com/back?to=a&from=other', 'https://app.example.com/back?to=a&to=b&from=mail'],
    ...['https://app.example.com/back?to=a', 'https://app.example.com/back?to=a&from=mail&x=1'],
    ...['https://user@app.example.com/welcome', 'https://user:pw@app.example.com/welcome'],
    ...[
      'https://app.example.com:443/welcome',
      'https://app.example.com:8443/welcome',
      'https://APP.example.com/welcome',
    ],
    ...['https://app.example.com.evil.example/welcome', 'https://evil.example/https://app.example.com/welcome'],
    ...[
      'https://app.example.com\\@evil.example/welcome',
      'https:\\\\app.example.com/welcome',
      'https:app.example.com/welcome',
    ],
    ...['https://app.example.com/wel\tcome', ' https://app.example.com/welcome', 'https://app.example.com/welcome\n'],
    ...[
      'https://äpp.example.com/welcome',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'myapp://other',
    ],
    ...[
      'myapp://signed-in/x',
      'blob:https://app.example.com/x',
      'file:///etc/passwd',
      'https://app.example.com/wel%63ome',
    ],
  ])('refuses %j', (address) => {
    expect(isAllowedRedirect(address, list, 'live')).toBe(false)
  })

  it('allows every port of this machine in test projects, and only there', () => {
    const local = ['http://localhost:*/*']
    const asked = ['http://localhost:3000/a?b=c', 'http://127.0.0.1:1/', 'http://localhost/', 'http://10.0.0.1:3000/']
    expect(asked.map((address) => isAllowedRedirect(address, local, 'test'))).toEqual([true, true, true, false])
    expect(asked.map((address) => isAllowedRedirect(address, local, 'live'))).toEqual([false, false, false, false])
  })

  it('never allows a scheme that runs something, even where a list names it', () => {
    const listed = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///x']
    expect(listed.map((address) => isAllowedRedirect(address, listed, 'test'))).toEqual([false, false, false, false])
  })
})

describe('defaultRedirect', () => {
  it('is the first entry that is a whole address', () => {
    expect(defaultRedirect(['https://app.example.com/*', 'https://app.example.com/a'], 'live')).toBe(
      'https://app.example.com/a',
    )
    expect(defaultRedirect(['http://localhost:*/*'], 'test')).toBeNull()
    expect(defaultRedirect(['https://app.example.com/back?to={}'], 'test')).toBeNull()
  })
})

describe('redirectEntryProblem', () => {
  it('accepts what can match, and names what cannot', () => {
    expect(list.map((entry) => redirectEntryProblem(entry, 'live'))).toEqual([null, null, null, null, null])
    expect(redirectEntryProblem('http://localhost:*/*', 'test')).toBeNull()
    const wrong = [
      'http://localhost:*/*',
      'http://app.example.com/',
      'https://*.example.com/',
      'javascript:alert(1)',
      '/x',
    ]
    expect(wrong.map((entry) => redirectEntryProblem(entry, 'live') === null)).toEqual(Array(5).fill(false))
  })
})
