import { createClient } from '@latchkey/client'

/** One client for the whole application. It keeps the session in cookies, refreshes it, and shares it between tabs. */
export const client = createClient(import.meta.env.VITE_LATCHKEY_PUBLIC_TOKEN, {
  domains: { api: import.meta.env.VITE_LATCHKEY_URL },
})
