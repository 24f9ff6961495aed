import { useCallback, useEffect, useState } from 'react'

export interface ProviderClock {
  /** The difference to real time in milliseconds; null until the provider responds. */
  readonly offsetMs: number | null
  advance(ms: number): void
  reset(): void
}

/** The clock of the development provider: codes, links and sessions expire as if the time had passed. */
export function useProviderClock(): ProviderClock {
  const [offsetMs, setOffset] = useState<number | null>(null)
  const send = useCallback(async (command?: object) => {
    const init = command && { method: 'POST', body: JSON.stringify(command) }
    const response = await fetch('/dev/clock', init).catch(() => null)
    if (response?.ok) setOffset(((await response.json()) as { offset_ms: number }).offset_ms)
  }, [])
  useEffect(() => void send(), [send])
  return {
    offsetMs,
    advance: useCallback((ms) => void send({ advance_ms: ms }), [send]),
    reset: useCallback(() => void send({ reset: true }), [send]),
  }
}
