import { isSafeText } from '@latchkey/contract/schemas'
import { ProviderError } from '../../core/provider-error.ts'
import type { Exchange } from '../../http/exchange.ts'
import { readText } from '../../http/read-body.ts'
import { OAuthError } from './oauth-error.ts'

const largestBody = 65_536
const mostParameters = 100

/** The parameters of an OAuth request. Only `resource` may be repeated (RFC 8707 §2). */
export type Params = ReadonlyMap<string, readonly string[]>

/** A parameter without a value counts as missing (RFC 6749 §3.1). */
export function toParams(pairs: Iterable<readonly [string, string]>): Params {
  const params = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    if (count > mostParameters || !isSafeText(name) || !isSafeText(value))
      throw new OAuthError('invalid_request', 'The request has too many or malformed parameters.')
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

/** The first value of a parameter; `repeated` finds parameters with more than one value. */
export function param(params: Params, name: string): string | undefined {
  return params.get(name)?.[0]
}

/** The first parameter that is repeated although it must not be. */
export function repeated(params: Params): string | undefined {
  return [...params].find(([name, values]) => values.length > 1 && name !== 'resource')?.[0]
}

export function required(params: Params, name: string): string {
  const value = param(params, name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}
