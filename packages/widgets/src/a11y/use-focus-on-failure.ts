import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import type { Failure } from '../flow/failure.ts'
import { mayTakeFocus } from './may-take-focus.ts'

/** Moves the focus to the input after each failure. */
export function useFocusOnFailure(failure: Failure | null): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure && input.current && mayTakeFocus(input.current)) input.current.focus()
  }, [failure])
  return input
}
