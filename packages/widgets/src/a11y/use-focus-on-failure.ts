import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import type { Failure } from '../flow/failure.ts'
import { mayTakeFocus } from './may-take-focus.ts'

/** Brings whoever has to type something else back to the input, each time. */
export function useFocusOnFailure(failure: Failure | null): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure && input.current && mayTakeFocus(input.current)) input.current.focus()
  }, [failure])
  return input
}
