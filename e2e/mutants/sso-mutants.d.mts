import type { AttackMutant } from './attack-mutants.mjs'

export const ssoMutants: AttackMutant[]
