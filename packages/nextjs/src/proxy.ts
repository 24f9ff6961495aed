import type { NextRequest, NextResponse } from 'next/server'
import { createProxy, type ProxyOptions } from './create-proxy.ts'
import { readSettings } from './settings.ts'

export type { ProxyContext, ProxyOptions } from './create-proxy.ts'

/**
 * Creates the function of `proxy.ts` (`middleware.ts` before Next.js 16). It verifies the session of each request once,
 * renews an expired JWT, and passes the result to the server components and to the browser.
 *
 * @example
 * // proxy.ts
 * export const proxy = latchkeyProxy({ protect: ['/dashboard'] })
 */
export function latchkeyProxy(options: ProxyOptions = {}): (request: NextRequest) => Promise<NextResponse> {
  return createProxy(options, readSettings)
}
