import { describe, expect, it } from 'vitest'
import { reportMissingClient } from './missing-client.ts'

function openPage(hostname: string) {
  const logged: unknown[] = []
  const console = { error: (text: unknown) => logged.push(text) }
  return { logged, page: { console, location: { hostname } } as unknown as Window & typeof globalThis }
}

describe('a missing client', () => {
  it('logs a missing client once per page, with the fix', () => {
    const { logged, page } = openPage('app.example.com')
    reportMissingClient(page)
    reportMissingClient(page)
    expect(logged).toEqual([expect.stringContaining("a file that starts with 'use client'")])
  })

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['app.example.com', false],
    ['localhost.example.com', false],
  ])('explains a missing client on a page of %s: %s', (hostname, isShown) => {
    const { page } = openPage(hostname)
    expect(reportMissingClient(page) !== '').toBe(isShown)
  })

  it('does not report a missing client after a test environment has removed the window', () => {
    expect(reportMissingClient(undefined)).toBe('')
  })
})
