import { totpCode } from './totp.ts'

const storageKey = (userId: string): string => `latchkey-playground-authenticator-${userId}`

/** The authenticator app of the playground: it keeps the secret of each user in this browser. */
export interface AuthenticatorApp {
  /** The current code; null if this browser does not have the secret of the user. */
  code(): Promise<string | null>
  scan(secret: string): void
  forget(): void
}

export function createAuthenticatorApp(userId: string): AuthenticatorApp {
  const key = storageKey(userId)
  let secret = read(key)
  return {
    code: async () => (secret === null ? null : totpCode(secret, await providerTime())),
    scan(scanned) {
      secret = scanned
      write(key, scanned)
    },
    forget() {
      secret = null
      write(key, null)
    },
  }
}

/** The clock of a development provider can be moved. */
async function providerTime(): Promise<number> {
  const response = await fetch('/dev/clock').catch(() => null)
  return response?.ok ? ((await response.json()) as { now_ms: number }).now_ms : Date.now()
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, secret: string | null): void {
  try {
    if (secret === null) localStorage.removeItem(key)
    else localStorage.setItem(key, secret)
  } catch {}
}
