/** How many sign-ins a host page has been told of, by all the widgets that have taken each other's place. */
export interface Completions {
  count: number
}

export interface Completion {
  /** From here on another sign-in may come. */
  begin(): void
  /** True once for each sign-in: then the host page is to be told. */
  isNews(): boolean
}

/**
 * One widget's part in it. Another configuration makes another widget while a call of the one before may be on its
 * way: both see the session that it starts, and one of them reports it. `known` is the count when the widget was made.
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
