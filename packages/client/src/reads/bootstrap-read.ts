import type { BootstrapData, Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { clockOf } from '../clock.ts'
import type { Read } from './cached-read.ts'
import { createCachedRead } from './cached-read.ts'
import { isSlowNetwork } from './slow-network.ts'

/** The project's settings: what the client remembers at once, then what the provider says. */
export function createBootstrapRead(client: Client): Read<BootstrapData> {
  const { bootstrap } = clientInternals(client)
  return createCachedRead(
    bootstrap.getSync(),
    async () => {
      const data = await bootstrap.get()
      // It answers from memory rather than reject; what went wrong was told to the client's own `onError`.
      if (!bootstrap.isLoaded()) throw bootstrap.failure()
      return data
    },
    { clock: clockOf(client), isSlow: isSlowNetwork },
  )
}
