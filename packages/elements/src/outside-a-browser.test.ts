import { describe, expect, it } from 'vitest'

describe('outside a browser', () => {
  it('can be imported outside a browser, registers no elements there, and throws on use', async () => {
    const before = Object.getOwnPropertyNames(globalThis)
    await import('./define.ts')
    await import('./b2b-define.ts')
    const { LatchkeyLogin, mountLogin } = await import('./index.ts')
    expect(Object.getOwnPropertyNames(globalThis)).toEqual(before)
    expect(LatchkeyLogin.prototype.connectedCallback).toBeTypeOf('function')
    expect(() => mountLogin({ client: {} as never, elementId: '#login' })).toThrow(
      'The selector you specified (#login) applies to no DOM elements that are currently on the page. ' +
        'Make sure the element exists on the page before calling mountLogin().',
    )
  })
})
