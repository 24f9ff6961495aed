// Every entry of the mutants finds the text that it swaps exactly once, and its tests exist: an entry that went stale
// would otherwise show only in `npm run test:mutants`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { admissionMutants } from '../../e2e/mutants/admission-mutants.mjs'
import { attackMutants } from '../../e2e/mutants/attack-mutants.mjs'
import { mutants, type SwappedPart } from '../../e2e/mutants/mutants.mjs'
import { root } from '../bootstrap/run.mjs'
import { readSource } from './sources.ts'

const isFile = (path: string) => existsSync(join(root, path))

export async function checkMutants(): Promise<string[]> {
  return [...mutants, ...admissionMutants, ...attackMutants].flatMap((mutant) => [
    ...(mutant.parts ?? [mutant]).flatMap((part) => partComplaints(mutant.name, part)),
    ...mutant.tests.filter((path) => !isFile(path)).map((path) => `mutant "${mutant.name}": no test file ${path}`),
  ])
}

function partComplaints(name: string, { file, swaps }: SwappedPart): string[] {
  if (!isFile(file)) return [`mutant "${name}": no source file ${file}`]
  const source = readSource(file)
  return swaps
    .filter(([from]) => source.split(from).length !== 2)
    .map(([from]) => `mutant "${name}": ${file} does not contain this text exactly once: ${from}`)
}
