import type { BootstrapData, Client, User } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { Read, ReadWorld } from './cached-read.ts'
import { createCachedRead } from './cached-read.ts'

/** The project's settings: what the client remembers at once, then what the provider says. */
export function createBootstrapRead(client: Client, world: ReadWorld): Read<BootstrapData> {
  const { bootstrap } = clientInternals(client)
  return createCachedRead(
    bootstrap.getSync(),
    async () => {
      const data = await bootstrap.get()
      // It answers from memory rather than reject; what went wrong was told to the client's own `onError`.
      if (!bootstrap.isLoaded()) throw new Error('The settings cannot be read.')
      return data
    },
    world,
  )
}

/** The signed-in user: whoever the client remembers at once, then what the provider says. */
export function createUserRead({ user }: Client, world: ReadWorld): Read<User | null> {
  return createCachedRead(
    user.getSync(),
    async () => {
      await user.get()
      // What the client keeps: null where the session ended meanwhile.
      return user.getSync()
    },
    world,
  )
}
