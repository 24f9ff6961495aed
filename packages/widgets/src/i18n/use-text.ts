import type { Context } from 'react'
import { createContext, useContext } from 'react'
import type { Failure } from '../flow/failure.ts'
import { failureStrings } from './failure.strings.ts'
import type { Overrides, Translate } from './text.ts'
import { createTranslate } from './text.ts'

/** Replaces built-in texts: the error texts once they are loaded, and over them the texts of the host page. */
export const OverridesContext: Context<Overrides> = /* @__PURE__ */ createContext<Overrides>({})

/** The texts of one table, replaced by those of the host page. */
export function useText<Table extends Readonly<Record<string, string>>>(table: Table): Translate<Table> {
  return createTranslate(table, useContext(OverridesContext))
}

/** The text of a failure for the user; empty without a failure. */
export function useFailureText(failure: Failure | null): string {
  return failureText(failure, useContext(OverridesContext))
}

export function failureText(failure: Failure | null, overrides: Overrides): string {
  if (!failure) return ''
  const words: Overrides = { ...failureStrings, ...overrides }
  const { error_type, error_message } = failure
  if (error_type === undefined) return words['error.unreachable'] ?? ''
  // Show the provider's message for a type without a text.
  return words[`error.${error_type}`] ?? (error_message || (words['error.unknown_error'] ?? ''))
}
