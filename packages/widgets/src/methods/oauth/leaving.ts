import type { AnyClient, Clock } from '@latchkey/client/internal'
import { clientInternals, unreachableError } from '@latchkey/client/internal'
import type { AwaitReturn } from './oauth.flow.ts'

/** After this time the browser has left, or the user has stopped the navigation. */
const leavingMs = 10_000

/** Rejects while offline: the navigation would end on the browser's error page, without a retry. */
export async function assertAnswering(client: AnyClient): Promise<void> {
  const { bootstrap, platform } = clientInternals(client)
  await bootstrap.get()
  const failure = bootstrap.failure()
  if (failure) throw failure
  if (platform.navigator.onLine === false) throw unreachableError('The browser is offline.')
}

/** The browser may restore the page on Back, or may never have left. */
export function awaitReturn(
  { call }: AwaitReturn,
  { client, clock }: { readonly client: AnyClient; readonly clock: Clock },
  send: (event: { readonly type: 'page_returned'; readonly call: number }) => void,
): () => void {
  const watch = new AbortController()
  const done = () => {
    end()
    send({ type: 'page_returned', call })
  }
  const cancel = clock.setTimeout(done, leavingMs)
  const end = () => {
    cancel()
    watch.abort()
  }
  clientInternals(client).platform.addEventListener('pageshow', done, { signal: watch.signal })
  return end
}
