import type { Mutant } from './mutants.mjs'

export const admissionMutants: Mutant[]
