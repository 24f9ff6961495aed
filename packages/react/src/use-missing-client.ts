import { useEffect, useState } from 'react'

/** A host page may create its client in an effect. After this time the client counts as missing. */
const graceMs = 3_000

/** The text to show instead of a widget without a client; empty while the client may still be created. */
export function useMissingClient(client: object | null): string {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (client) return
    const timer = setTimeout(
      () =>
        import('./diagnostics/missing-client.ts').then(
          ({ reportMissingClient }) => setMessage(reportMissingClient(globalThis.window)),
          () => {},
        ),
      graceMs,
    )
    return () => clearTimeout(timer)
  }, [client])
  return client ? '' : message
}
