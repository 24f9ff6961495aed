import type { Clock } from '@latchkey/client/internal'
import { phoneParseDisplayTimeoutMs } from '@latchkey/contract'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import { within } from './within.ts'

/** An input after typing, pasting or deleting. */
export interface Typed {
  readonly text: string
  readonly caret: number
  /** The value before. */
  readonly before: string
  /** The `inputType` of the browser: `insertText`, `deleteContentBackward`, … May be empty. */
  readonly kind: string
  readonly country: CallingCountry
}

export interface Formatted {
  readonly text: string
  readonly caret: number
  readonly country: CallingCountry
}

/** The formatting rules of phone numbers. */
export interface Numbers {
  formatTyped(typed: Typed): Formatted
  formatFor(text: string, country: CallingCountry): string
}

/** Undefined after ten seconds: later formatting would disturb a user who is typing. */
export function loadForDisplay(
  load: () => Promise<Numbers>,
  clock: Pick<Clock, 'setTimeout'>,
): Promise<Numbers | undefined> {
  return within(load, phoneParseDisplayTimeoutMs, clock)
}

/** The formatted text, or the typed text without the rules. */
export function display(numbers: Numbers | undefined, typed: Typed): Formatted {
  return numbers ? numbers.formatTyped(typed) : typed
}
