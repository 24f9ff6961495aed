// Swaps the parts of the source that the mutant of the environment variable MUTANT names, while a file is loaded.
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { root } from '../../tools/bootstrap/run.mjs'
import { admissionMutants } from './admission-mutants.mjs'
import { attackMutants } from './attack-mutants.mjs'
import { mutants } from './mutants.mjs'

const mutant = [...mutants, ...admissionMutants, ...attackMutants].find(({ name }) => name === process.env.MUTANT)

/** The changed code of a file; null if the mutant does not change it. */
export function swapIn(code, path) {
  const file = relative(root, path).replaceAll('\\', '/')
  const part = (mutant?.parts ?? [mutant]).find((one) => one?.file === file)
  if (part === undefined) return null
  return part.swaps.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`"${mutant.name}": the text to swap is not there once: ${from}`)
    return text.replace(from, () => to)
  }, code)
}

/** For bundles of a browser test, which vite does not load. */
export const swapForRolldown = {
  name: 'swap-one-part',
  load: {
    filter: { id: /[/\\]src[/\\].*\.tsx?$/ },
    handler: async (path) => swapIn(await readFile(path, 'utf8'), path),
  },
}
