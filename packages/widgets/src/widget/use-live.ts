import { useLayoutEffect, useState } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import type { Overrides } from '../i18n/text.ts'
import { textsOf } from '../i18n/text.ts'

/** What a host page may hand over anew at any time, without the widget beginning anew. */
export interface Live {
  callbacks(): Callbacks
  strings(): Overrides
  onError(error: Error): void
}

export function useLive(given: { readonly callbacks: Callbacks; readonly strings: Strings }): Live {
  const [{ keep, live }] = useState(() => createLive(given))
  useLayoutEffect(() => keep(given))
  return live
}

function createLive(given: { readonly callbacks: Callbacks; readonly strings: Strings }) {
  let { callbacks, strings } = given
  const live: Live = {
    callbacks: () => callbacks,
    strings: () => textsOf(strings),
    // In a turn of its own: whatever the host page does in it, the widget has moved on.
    onError: (error) => queueMicrotask(() => callbacks.onError?.(error)),
  }
  return {
    live,
    keep(next: typeof given) {
      callbacks = next.callbacks
      strings = next.strings
    },
  }
}
