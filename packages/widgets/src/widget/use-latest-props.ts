import { useLayoutEffect, useRef, useState } from 'react'
import type { Callbacks } from '../flow/callbacks.ts'
import type { Overrides } from '../i18n/text.ts'
import { textsOf } from '../i18n/text.ts'
import type { Strings } from '../strings.ts'
import { reportOrThrow } from './report-or-throw.ts'

/** Reads props that a host page may change at any time without a restart of the widget. */
export interface LatestProps {
  callbacks(): Callbacks
  strings(): Overrides
  onError(error: Error): void
}

export function useLatestProps(given: { readonly callbacks: Callbacks; readonly strings: Strings }): LatestProps {
  const latest = useRef(given)
  useLayoutEffect(() => {
    latest.current = given
  })
  const [readers] = useState<LatestProps>(() => ({
    callbacks: () => latest.current.callbacks,
    strings: () => textsOf(latest.current.strings),
    onError: (error) => reportOrThrow(error, latest.current.callbacks),
  }))
  return readers
}
