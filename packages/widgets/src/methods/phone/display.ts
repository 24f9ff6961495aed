import type { Clock } from '@latchkey/client/internal'
import { phoneParseDisplayTimeoutMs } from '@latchkey/contract'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import { within } from './within.ts'

/** An input as it is after something was typed, pasted or deleted. */
export interface Typed {
  readonly text: string
  readonly caret: number
  /** What it held before. */
  readonly before: string
  /** The browser's word for what was done: `insertText`, `deleteContentBackward`, … Empty where it has none. */
  readonly kind: string
  readonly country: CallingCountry
}

export interface Formatted {
  readonly text: string
  readonly caret: number
  readonly country: CallingCountry
}

/** Those who know how numbers are written. */
export interface Numbers {
  formatTyped(typed: Typed): Formatted
  formatFor(text: string, country: CallingCountry): string
}

/** Undefined after ten seconds: who has typed that long without it goes on as before. */
export function loadForDisplay(
  load: () => Promise<Numbers>,
  clock: Pick<Clock, 'setTimeout'>,
): Promise<Numbers | undefined> {
  return within(load, phoneParseDisplayTimeoutMs, clock)
}

/** What an input is to show; as it was typed, where nobody knows better. */
export function display(numbers: Numbers | undefined, typed: Typed): Formatted {
  return numbers ? numbers.formatTyped(typed) : typed
}
