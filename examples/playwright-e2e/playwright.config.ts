import { defineConfig, devices } from '@playwright/test'
import { applicationUrl, providerUrl, signedIn } from './tests/addresses.ts'

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // A development server compiles a page when it is first opened.
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: applicationUrl,
    trace: 'retain-on-failure',
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
  // Playwright starts what does not run yet.
  webServer: [
    {
      command: `npm start -- --port ${new URL(providerUrl).port} --data-dir .latchkey/playwright`,
      cwd: '../..',
      url: `${providerUrl}/health`,
      timeout: 180_000,
      reuseExistingServer: !process.env.CI,
    },
    {
      command: `npm run dev -- --port ${new URL(applicationUrl).port} --strictPort`,
      cwd: '../react-vite',
      env: { VITE_LATCHKEY_URL: providerUrl },
      url: applicationUrl,
      reuseExistingServer: !process.env.CI,
    },
  ],
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.setup.ts' },
    { name: 'signed out', testMatch: 'sign-in.test.ts' },
    // All other tests, also new ones.
    { name: 'signed in', testIgnore: 'sign-in.test.ts', dependencies: ['sign-in'], use: { storageState: signedIn } },
  ],
})
