// The sign-in page of docs/guides/astro.md: the stand-alone widgets in a page that Vite bundles.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, type InlineConfig, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../../tools/bootstrap/run.mjs'
import { bundleStandalone } from '../../../tools/build/bundle-standalone.ts'
import { readSnippets } from '../../../tools/checks/snippets/read-snippets.ts'
import { freePort } from '../../../tools/test/free-port.ts'
import { sharedBrowser } from '../../browser.ts'
import { newestMessage, type RunningProcess, startDevelopment } from '../../provider.ts'
import { publicToken } from '../host-site.ts'

let provider: RunningProcess
let folder: string
let server: PreviewServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-recipe-'))
  const standalone = join(folder, 'standalone')
  ;[provider] = await Promise.all([startDevelopment(), bundleStandalone(relative(root, standalone))])
  const page = 'docs/guides/astro.md'
  const snippets = readSnippets(page, await readFile(join(root, page), 'utf8'))
  const codeOf = (name: RegExp): string => snippets.find(({ file }) => name.test(file ?? ''))?.code ?? ''
  await mkdir(join(folder, 'pages'))
  await writeFile(join(folder, 'pages', 'login.ts'), codeOf(/login/))
  await writeFile(join(folder, 'required.ts'), codeOf(/required/))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><title>Sign in</title><div id="login"></div><script type="module" src="/pages/login.ts"></script></html>',
  )
  await writeFile(join(folder, '.env'), `PUBLIC_LATCHKEY_URL=${provider.url}\nPUBLIC_LATCHKEY_TOKEN=${publicToken}\n`)
  const config: InlineConfig = {
    ...{ root: folder, configFile: false, envPrefix: 'PUBLIC_', logLevel: 'warn' },
    resolve: { alias: { '@latchkey/elements/standalone': join(standalone, 'latchkey.js') } },
    preview: { port: await freePort(), strictPort: true, host: 'localhost' },
  }
  await build(config)
  server = await preview(config)
}, 120_000)

afterAll(async () => {
  await server?.close()
  await provider?.end()
  if (folder) await rm(folder, { recursive: true, force: true })
})

it('signs in with the code of the recipe in a page that Vite has bundled', async () => {
  const context = await (await sharedBrowser()).newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${server.resolvedUrls?.local[0]}login`)
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('textbox', { name: /passcode/i }).waitFor()
  const { codes } = await newestMessage(provider.url, 'ada@example.com')
  await page.getByRole('textbox', { name: /passcode/i }).fill(codes[0] ?? '')
  await page.waitForURL('**/account')
  expect(errors).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).toContain('latchkey_session')
  await context.close()
})
