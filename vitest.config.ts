import { availableParallelism } from 'node:os'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { passwordWorkerForVite } from './tools/build/password-worker.ts'
import { LongestFirst } from './tools/test/longest-first.ts'

// Node does not know the condition `module`, and some packages have files for bundlers there.
const conditions = ['@latchkey/source', ...defaultServerConditions.filter((condition) => condition !== 'module')]
/** Tests that replace modules, or are eight times slower in parallel. */
const alone = [
  'packages/client/src/session/model/random-tabs.test.ts',
  'packages/client/src/session/model/random-tabs-mutant.test.ts',
  'packages/elements/src/manifest.test.ts',
  'packages/elements/src/mount.test.ts',
  'packages/widgets/src/login/load-methods.test.ts',
]
/** Tests of `npm run test:attacks` that `npm test` does not run. */
const furtherAttacks = '**/attacks/further/**'
/** Tests of `npm run test:faults` that `npm test` does not run. */
const furtherFaults = 'e2e/faults/further/**'
/** Browser tests of `npm run test:full` that `npm test` does not run. */
const furtherBrowser = 'e2e/**/further/**'
/** Browser tests of `npm run test:fuzz`. */
const browserFuzz = 'e2e/fuzz/**'
/** A seed repeats the same cases. */
const setupFiles = process.env.FUZZ_SEED ? ['./tools/test/fuzz.setup.ts'] : []
/** Tests that need Linux are excluded elsewhere, because a skipped test counts as failed. */
const otherPlatforms = process.platform === 'linux' ? [] : ['**/*.linux.test.ts']
/** A poll ends as soon as the condition holds. The limit only has to be longer than a stall of a busy machine. */
const expectation = { poll: { interval: 20, timeout: 30_000 } }
/** Catches a test that hangs. A shared machine may stall for a minute, and a long run repeats each race 500 times. */
const testTimeout = Number(process.env.RACE_ROUNDS ?? 0) > 50 ? 1_800_000 : 180_000
const browserTests = {
  environment: 'node' as const,
  expect: expectation,
  globalSetup: ['./e2e/bundles.setup.ts'],
  testTimeout,
  hookTimeout: testTimeout,
  // The driver, axe and the bundles of the host pages are loaded once per worker instead of once per file.
  isolate: false,
}
const shared = {
  plugins: [passwordWorkerForVite],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  oxc: { jsx: { runtime: 'automatic' as const } },
}

export default defineConfig({
  test: {
    reporters: ['default'],
    // One more than cores: most tests wait for a browser, a database or a clock half of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: [
            'packages/{contract,client,react,widgets,elements,frame,create-latchkey}/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
          ],
          exclude: alone,
          environment: 'node',
          expect: expectation,
          setupFiles,
          testTimeout,
          // Starting a process for a file takes longer than most of them run.
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'unit-alone',
          include: alone,
          environment: 'node',
          expect: expectation,
          setupFiles,
          testTimeout,
        },
      },
      {
        ...shared,
        test: {
          name: 'server',
          include: ['{packages/{backend,nextjs,server,testkit},apps/*}/src/**/*.test.ts'],
          exclude: [furtherAttacks, ...otherPlatforms],
          environment: 'node',
          expect: expectation,
          setupFiles,
          globalSetup: ['./tools/test/postgres.setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          // The provider is loaded once, and not once a file: it keeps nothing between those that are made of it.
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          exclude: [furtherFaults],
          environment: 'node',
          expect: expectation,
          globalSetup: ['./tools/test/postgres.setup.ts', './e2e/bundles.setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          // The long run holds two providers against one, for which nothing else may use the processors.
          fileParallelism: process.env.FAULT_CYCLES === undefined,
        },
      },
      {
        ...shared,
        test: {
          name: 'further-faults',
          include: [`${furtherFaults}/*.test.ts`],
          environment: 'node',
          expect: expectation,
          globalSetup: ['./tools/test/postgres.setup.ts', './e2e/bundles.setup.ts'],
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
          exclude: ['e2e/faults/**', furtherBrowser, browserFuzz],
          ...browserTests,
        },
      },
      {
        ...shared,
        test: {
          name: 'further-browser',
          include: [`${furtherBrowser}/*.test.ts`],
          exclude: ['e2e/faults/**', furtherAttacks],
          ...browserTests,
        },
      },
      // The widgets and the testkit, as tests of a host application run them.
      ...(['jsdom', 'happy-dom'] as const).map((environment) => ({
        ...shared,
        test: {
          name: environment,
          include: ['e2e/dom/*.test.tsx'],
          environment,
          expect: expectation,
          testTimeout,
          hookTimeout: testTimeout,
        },
      })),
      {
        ...shared,
        test: {
          name: 'fuzz',
          include: [`${browserFuzz}/*.test.ts`],
          environment: 'node',
          expect: expectation,
          setupFiles,
          globalSetup: ['./e2e/bundles.setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'attacks',
          include: [`packages/${furtherAttacks}/*.test.ts`],
          environment: 'node',
          expect: expectation,
          globalSetup: ['./tools/test/postgres.setup.ts'],
          // The longest lists of attacks, also in `npm run test:attacks -- --short`.
          testTimeout: Math.max(testTimeout, 600_000),
          hookTimeout: testTimeout,
        },
      },
      {
        ...shared,
        test: {
          name: 'browser-attacks',
          include: [`e2e/${furtherAttacks}/*.test.ts`],
          environment: 'node',
          expect: expectation,
          globalSetup: ['./e2e/bundles.setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
})
