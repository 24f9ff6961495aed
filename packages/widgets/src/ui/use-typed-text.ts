import type { ChangeEvent, CompositionEvent } from 'react'
import { useState } from 'react'

export interface TypedText {
  readonly value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
  onCompositionEnd(event: CompositionEvent<HTMLInputElement>): void
}

/** What is left of a text. An input that was written into may want its caret elsewhere: see to that in `onText`. */
export type Clean = (text: string, input: HTMLInputElement, kind: string) => string

/**
 * An input that keeps only what `clean` leaves of it. What an input method is still composing is its own: to write
 * into that would end or double it, so it is cleaned when it is done.
 */
export function useTypedText(value: string, onText: (text: string) => void, clean: Clean = (text) => text): TypedText {
  const [draft, setDraft] = useState<string | null>(null)

  function take(input: HTMLInputElement, { isComposing = false, inputType = '' }: Partial<InputEvent>): void {
    const text = clean(input.value, input, inputType)
    const isClean = text === input.value
    setDraft(isComposing && !isClean ? input.value : null)
    if (isComposing && !isClean) return
    // A letter changes no state, and so nobody would take it out again.
    if (!isClean) replace(input, text)
    onText(text)
  }

  return {
    value: draft ?? value,
    onChange: (event) => take(event.currentTarget, event.nativeEvent as InputEvent),
    onCompositionEnd: (event) => take(event.currentTarget, {}),
  }
}

/** Who types in the middle goes on there. */
function replace(input: HTMLInputElement, text: string): void {
  const at = input.value.length === text.length ? input.selectionStart : null
  input.value = text
  if (at !== null) input.setSelectionRange(at, at)
}
