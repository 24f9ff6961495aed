import type { Context } from 'react'
import { createContext, useContext } from 'react'
import type { Failure } from '../flow/failure.ts'
import { failureStrings } from './failure.strings.ts'
import type { Overrides, Translate } from './text.ts'
import { createTranslate } from './text.ts'

/** What replaces the built-in texts: the host page's, over the words for errors once they have been loaded. */
export const OverridesContext: Context<Overrides> = /* @__PURE__ */ createContext<Overrides>({})

/** The texts of one table, in the host page's words where it has any. */
export function useText<Table extends Readonly<Record<string, string>>>(table: Table): Translate<Table> {
  return createTranslate(table, useContext(OverridesContext))
}

/** What a person reads about a failure; empty where there is none. */
export function useFailureText(failure: Failure | null): string {
  return failureText(failure, useContext(OverridesContext))
}

export function failureText(failure: Failure | null, overrides: Overrides): string {
  if (!failure) return ''
  const words: Overrides = { ...failureStrings, ...overrides }
  const { error_type, error_message } = failure
  if (error_type === undefined) return words['error.unreachable'] ?? ''
  // A type that nobody has words for is shown in the provider's own.
  return words[`error.${error_type}`] ?? (error_message || (words['error.unknown_error'] ?? ''))
}
