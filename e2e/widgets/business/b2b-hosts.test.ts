import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { B2bLoginConfig } from '@latchkey/widgets/b2b'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { forNode } from '../../../tools/build/bundle.ts'
import { bundleChunks } from '../../../tools/build/bundle-standalone.ts'
import { openPage, sharedBrowser } from '../../browser.ts'
import { type Build, reactOf } from '../../hosts/bundle-hosts.ts'
import { type RunningProcess, sharedDevelopment } from '../../provider.ts'
import { isFull } from '../matrix.ts'
import { codeAfter, prove, publicToken, screen } from './b2b-site.ts'

const config: B2bLoginConfig = {
  authFlowType: 'Discovery',
  products: ['emailOtp', 'passwords', 'sso', 'oauth'],
  oauthOptions: { providers: ['google', 'github'] },
}

let provider: RunningProcess
let context: BrowserContext

beforeAll(async () => {
  provider = await sharedDevelopment()
})
const after: (() => unknown)[] = []
afterEach(async () => {
  await context?.close()
  for (const close of after.splice(0)) await close()
})

const policy = (api: string): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  `connect-src ${api}; require-trusted-types-for 'script'; trusted-types 'none'`

/** A host application with a version of React, in development mode, where React logs its warnings. */
async function start(name: Build): Promise<{ url: string; close: () => void }> {
  const define = { 'process.env.NODE_ENV': '"development"' }
  const folder = import.meta.dirname
  const { chunks } = await bundleChunks({
    input: { 'b2b-page': join(folder, 'b2b-page.tsx') },
    outdir: 'host',
    resolve: { alias: reactOf(name) },
    transform: { jsx: { runtime: 'automatic' }, target: 'es2022', define },
    output: { chunkFileNames: '[name]-[hash].js', minify: false },
  })
  const outdir = join(folder, '..', '..', '..', 'node_modules', '.latchkey', 'b2b-hosts', name)
  await mkdir(outdir, { recursive: true })
  await build({
    ...{ ...forNode, entryPoints: [join(folder, 'b2b-server.tsx')], outdir, jsx: 'automatic' },
    ...{ alias: reactOf(name), define },
  })
  const server: { render(config: B2bLoginConfig): string } = await import(
    /* @vite-ignore */ pathToFileURL(join(outdir, 'b2b-server.mjs')).href
  )
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const script = chunks.get(pathname.slice(1))?.code
    const rendered = searchParams.get('mode') === 'hydrated' ? server.render(config) : ''
    response.setHeader('content-security-policy', policy(provider.url))
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(
      script ??
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><script type="module" src="/b2b-page.js"></script><main><h1>Host</h1><div id="widget">${rendered}</div></main></html>`,
    )
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(http.address() as AddressInfo).port}`,
    close: () => {
      http.close()
      http.closeAllConnections()
    },
  }
}

const heightOf = (page: Page): Promise<number> =>
  page.locator('#widget').evaluate((one) => one.getBoundingClientRect().height)

const hosts: [Build, 'strict' | 'hydrated'][] = [
  ['react-19', 'hydrated'],
  ['react-19', 'strict'],
  ...(isFull ? [['react-18', 'hydrated'] satisfies [Build, 'hydrated']] : []),
]

it.each(hosts)('signs in with %s, %s, without a warning', { timeout: 120_000 }, async (name, mode) => {
  const site = await start(name)
  after.push(site.close)
  context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce' })
  const query = new URLSearchParams({ token: publicToken, api: provider.url, config: JSON.stringify(config), mode })
  const { page, complaints } = await openPage(context, `${site.url}/?${query}`)
  await page.getByRole('textbox').waitFor()
  if (mode === 'hydrated') {
    // A server renders an empty element that is as high as the widget.
    const shell = await (await fetch(`${site.url}/?${query}`)).text()
    expect(shell).toContain('class="latchkey')
    expect(shell).not.toMatch(/<input|<button|<form/)
    const still = await (await sharedBrowser()).newContext({ javaScriptEnabled: false })
    after.push(() => still.close())
    const before = await still.newPage()
    await before.goto(`${site.url}/?${query}`)
    await page.getByText(/Powered by/).waitFor()
    expect(await heightOf(before)).toBe(await heightOf(page))
  }
  const setup = { codeAfter: (step: () => Promise<unknown>, email?: string) => codeAfter(provider.url, step, email) }
  await prove(setup, page, `host-${name}-${mode}@initech.test`)
  await screen(page, 'discovery')
  expect(complaints).toEqual([])
})
