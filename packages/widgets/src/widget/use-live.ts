import { useLayoutEffect, useRef, useState } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import type { Overrides } from '../i18n/text.ts'
import { textsOf } from '../i18n/text.ts'
import { tellError } from './tell-error.ts'

/** What a host page may hand over anew at any time, without the widget beginning anew. */
export interface Live {
  callbacks(): Callbacks
  strings(): Overrides
  onError(error: Error): void
}

export function useLive(given: { readonly callbacks: Callbacks; readonly strings: Strings }): Live {
  const latest = useRef(given)
  useLayoutEffect(() => {
    latest.current = given
  })
  const [live] = useState<Live>(() => ({
    callbacks: () => latest.current.callbacks,
    strings: () => textsOf(latest.current.strings),
    onError: (error) => tellError(error, latest.current.callbacks),
  }))
  return live
}
