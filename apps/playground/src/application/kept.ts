import type { Pending, Wish } from './protocol.ts'
import type { Tokens } from './tokens.ts'

export interface Kept {
  pending(): Pending | null
  keepPending(pending: Pending | null): void
  tokens(): Tokens | null
  keepTokens(tokens: Tokens | null): void
  wish(): Wish | null
  keepWish(wish: Wish): void
}

const prefix = 'latchkey-playground-application'

/** What this tab keeps while somebody is away at the provider. A real application leaves tokens to its server. */
export function createKept(): Kept {
  return {
    pending: () => read<Pending>('pending'),
    keepPending: (pending) => write('pending', pending),
    tokens: () => read<Tokens>('tokens'),
    keepTokens: (tokens) => write('tokens', tokens),
    wish: () => read<Wish>('wish'),
    keepWish: (wish) => write('wish', wish),
  }
}

/** Storage can be switched off; then an answer finds nobody who waits for it, and the page says so. */
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
