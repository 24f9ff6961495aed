// The project's own test configuration, with one part of the source swapped while it is loaded. MUTANT names it.
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from '../../tools/run.mjs'
import whole from '../../vitest.config.ts'
import { attackMutants } from './attack-mutants.mjs'
import { mutants } from './mutants.mjs'

const mutant = [...mutants, ...attackMutants].find(({ name }) => name === process.env.MUTANT)

const swapped = {
  name: 'swap-one-part',
  enforce: 'pre',
  transform(code, id) {
    const file = relative(root, id.split('?')[0]).replaceAll('\\', '/')
    const part = (mutant?.parts ?? [mutant]).find((one) => one?.file === file)
    if (part === undefined) return null
    return part.swaps.reduce((text, [from, to]) => {
      if (text.split(from).length !== 2)
        throw new Error(`"${mutant.name}": the text to swap is not there once: ${from}`)
      return text.replace(from, () => to)
    }, code)
  },
}

const { projects, ...test } = whole.test
export default defineConfig({
  ...whole,
  root,
  test: {
    ...test,
    projects: projects
      .filter((project) => ['unit', 'server', 'attacks'].includes(project.test.name))
      .map(({ test: { globalSetup, ...own }, ...project }) => ({
        ...{ ...project, root, plugins: [swapped] },
        test: {
          ...{ ...own, testTimeout: 300_000 },
          ...(process.env.MUTANT_POSTGRES && globalSetup ? { globalSetup } : {}),
        },
      })),
  },
})
