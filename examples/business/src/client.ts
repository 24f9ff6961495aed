import { createB2bClient } from '@latchkey/client/b2b'

/** One client for the whole application. It keeps the session in cookies, refreshes it, and shares it between tabs. */
export const client = createB2bClient(import.meta.env.VITE_LATCHKEY_PUBLIC_TOKEN, {
  domains: { api: import.meta.env.VITE_LATCHKEY_URL },
})
