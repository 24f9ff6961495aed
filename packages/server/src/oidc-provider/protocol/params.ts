import { isSafeText } from '@latchkey/contract/schemas'
import { ProviderError } from '../../core/provider-error.ts'
import type { Exchange } from '../../http/exchange.ts'
import { readText } from '../../http/read-body.ts'
import { OAuthError } from './oauth-error.ts'

const largestBody = 65_536
const mostParameters = 100

/** The parameters of a request to the protocol: each once, but for those that may stand there more often. */
export type Params = ReadonlyMap<string, readonly string[]>

/** A parameter without a value counts as none (RFC 6749 §3.1). */
export function toParams(pairs: Iterable<readonly [string, string]>): Params {
  const params = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    if (count > mostParameters || !isSafeText(name) || !isSafeText(value))
      throw new OAuthError('invalid_request', 'The request has parameters that cannot be read.')
    if (value === '') continue
    params.set(name, [...(params.get(name) ?? []), value])
  }
  return params
}

export function queryParams(request: Request): Params {
  return toParams(new URL(request.url).searchParams)
}

export async function formParams(exchange: Exchange, largest: number = largestBody): Promise<Params> {
  const { request } = exchange
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim()))
    throw new ProviderError('unsupported_media_type')
  return toParams(new URLSearchParams(await exchange.awaitSender(() => readText(request, largest))))
}

/** Of a parameter that may stand there only once, the value; a second one is refused elsewhere, by `repeated`. */
export function param(params: Params, name: string): string | undefined {
  return params.get(name)?.[0]
}

/** The first name that stands there twice although it may not. */
export function repeated(params: Params): string | undefined {
  return [...params].find(([name, values]) => values.length > 1 && name !== 'resource')?.[0]
}

export function required(params: Params, name: string): string {
  const value = param(params, name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}
