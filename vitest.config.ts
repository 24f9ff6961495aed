import { availableParallelism } from 'node:os'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const conditions = ['@latchkey/source', ...defaultServerConditions]
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  oxc: { jsx: { runtime: 'automatic' as const } },
}

export default defineConfig({
  test: {
    reporters: ['default'],
    // All cores: most tests wait for a browser, a database or a clock, and leave room for another.
    maxWorkers: availableParallelism(),
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['packages/{contract,client,react,widgets,elements,frame}/src/**/*.test.{ts,tsx}'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'server',
          include: ['{packages/{server,testkit},apps/*}/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./tools/postgres.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The provider is loaded once, and not once a file: it keeps nothing between those that are made of it.
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./tools/postgres.setup.ts', './e2e/bundles.setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/faults/**'],
          environment: 'node',
          globalSetup: ['./e2e/bundles.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { interval: 20, timeout: 10_000 } },
          // The driver, axe and the host pages' bundles are loaded and made once, and not once a file.
          isolate: false,
        },
      },
    ],
  },
})
