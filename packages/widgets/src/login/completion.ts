/** The number of sign-ins that were reported to the host page, by this widget and those it replaced. */
export interface Completions {
  count: number
}

export interface Completion {
  /** A new sign-in may follow. */
  begin(): void
  /** True once for each sign-in. The host page is then notified. */
  isNews(): boolean
}

/**
 * Reports a sign-in once, although a changed configuration creates a new widget while a call of the old one may be
 * pending: both see the session, and one of them reports it. `known` is the count when the widget was created.
 */
export function createCompletion(all: Completions, known: number = all.count): Completion {
  let seen = known
  return {
    begin() {
      seen = all.count
    },
    isNews() {
      if (seen !== all.count) return false
      all.count += 1
      seen = all.count
      return true
    },
  }
}
