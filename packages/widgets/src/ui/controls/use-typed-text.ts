import type { ChangeEvent, CompositionEvent } from 'react'
import { useState } from 'react'

export interface TypedText {
  readonly value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
  onCompositionEnd(event: CompositionEvent<HTMLInputElement>): void
}

/** The allowed part of a text. `onText` may move the caret after the input was changed. */
export type Clean = (text: string, input: HTMLInputElement, kind: string) => string

/**
 * Keeps only the text that `clean` allows. Text of an input method is cleaned when its composition ends: a change
 * before would end the composition or duplicate it.
 */
export function useTypedText(value: string, onText: (text: string) => void, clean: Clean = (text) => text): TypedText {
  const [draft, setDraft] = useState<string | null>(null)

  function take(input: HTMLInputElement, { isComposing = false, inputType = '' }: Partial<InputEvent>): void {
    const text = clean(input.value, input, inputType)
    const isClean = text === input.value
    setDraft(isComposing && !isClean ? input.value : null)
    if (isComposing && !isClean) return
    // A rejected character causes no state change, so React would not reset the input: do it here.
    if (!isClean) replace(input, text)
    onText(text)
  }

  return {
    value: draft ?? value,
    onChange: (event) => take(event.currentTarget, event.nativeEvent as InputEvent),
    onCompositionEnd: (event) => take(event.currentTarget, {}),
  }
}

/** Keeps the caret where the user types. */
function replace(input: HTMLInputElement, text: string): void {
  const at = input.value.length === text.length ? input.selectionStart : null
  input.value = text
  if (at !== null) input.setSelectionRange(at, at)
}
