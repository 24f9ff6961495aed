export interface SwappedPart {
  file: string
  /** Each text is in the file exactly once, and is replaced. */
  swaps: [from: string, to: string][]
}

/** A build with one mistake. */
export type Mutant = {
  name: string
  what?: string
  /** The tests that must fail. */
  tests: string[]
} & ((SwappedPart & { parts?: undefined }) | { parts: SwappedPart[] })

export const mutants: Mutant[]
