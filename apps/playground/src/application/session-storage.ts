import type { Pending, RequestOptions } from './protocol.ts'
import type { Tokens } from './tokens.ts'

export interface TabStorage {
  pending(): Pending | null
  setPending(pending: Pending | null): void
  tokens(): Tokens | null
  setTokens(tokens: Tokens | null): void
  options(): RequestOptions | null
  setOptions(options: RequestOptions): void
}

const prefix = 'latchkey-playground-application'

/** Keeps the request and the tokens of this tab. A real application keeps tokens on its server. */
export function createSessionStorage(): TabStorage {
  return {
    pending: () => read<Pending>('pending'),
    setPending: (pending) => write('pending', pending),
    tokens: () => read<Tokens>('tokens'),
    setTokens: (tokens) => write('tokens', tokens),
    options: () => read<RequestOptions>('options'),
    setOptions: (options) => write('options', options),
  }
}

/** Storage can be blocked: then a response matches no request, and the page shows an error. */
function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(`${prefix}-${name}`) ?? 'null') as Value | null
  } catch {
    return null
  }
}

function write(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(`${prefix}-${name}`)
    else sessionStorage.setItem(`${prefix}-${name}`, JSON.stringify(value))
  } catch {}
}
