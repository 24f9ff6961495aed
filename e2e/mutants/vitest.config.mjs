// The project's own test configuration, with one part of the source swapped while it is loaded. MUTANT names it.
import { defineConfig } from 'vitest/config'
import { root } from '../../tools/bootstrap/run.mjs'
import whole from '../../vitest.config.ts'
import { swapIn } from './swap.mjs'

const swapped = {
  name: 'swap-one-part',
  enforce: 'pre',
  transform: (code, id) => swapIn(code, id.split('?')[0]),
}

const { projects, ...test } = whole.test
export default defineConfig({
  ...whole,
  root,
  test: {
    ...test,
    projects: projects
      .filter((project) => ['unit', 'server', 'attacks', 'browser'].includes(project.test.name))
      .map(({ test: { globalSetup, ...own }, ...project }) => ({
        ...{ ...project, root, plugins: [...(project.plugins ?? []), swapped] },
        test: {
          ...{ ...own, testTimeout: 300_000 },
          // A mutant must fail on both engines, so each case runs on both.
          ...(own.name === 'browser' ? {} : { env: { TEST_MATRIX: 'full' } }),
          ...(globalSetup && (process.env.MUTANT_POSTGRES || own.name === 'browser') ? { globalSetup } : {}),
        },
      })),
  },
})
