import { UsageError } from '../../command.ts'
import { didYouMean } from '../../did-you-mean.ts'

/** Rejects fields that the object does not have: the API ignores them, so that it accepts the calls of newer clients. */
export function requireFields(change: object, current: object, options: readonly string[] = []): void {
  const known = [...Object.keys(current), ...options]
  const unknown = Object.keys(change).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`${unknown} is not a field.${didYouMean(unknown, known)}`)
}
