import type { Mutant } from './mutants.mjs'

export type AttackMutant = Mutant & {
  /** An id of docs/security/attacks.md. */
  attack: string
  rounds?: number
}

export const attackMutants: AttackMutant[]
