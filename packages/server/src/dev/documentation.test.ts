import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDocumentation, type DocumentationOptions } from './documentation.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'))
})
afterEach(() => rm(folder, { recursive: true }))

const files: Readonly<Record<string, string>> = {
  'index.html': 'first page',
  'widgets.html': 'widgets',
  'widgets.md': '# Widgets',
  '404.html': 'no page',
  'errors/invalid_email.html': 'the email',
  'assets/app.abc.js': 'export {}',
}

async function writeSite(): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

type Ask = (path: string, init?: RequestInit) => Promise<Response | null>

function open(build?: DocumentationOptions['build']): Ask {
  const answer = createDocumentation({ folder, build })
  return (path, init) => answer(new Request(`http://localhost:4000${path}`, init))
}

const summary = async (response: Response | null) =>
  response && [response.status, await response.text(), response.headers.get('content-type')]

describe('createDocumentation', () => {
  it('serves pages without an extension, Markdown and assets of the site', async () => {
    await writeSite()
    const ask = open()
    expect([
      await summary(await ask('/docs/')),
      await summary(await ask('/docs/widgets')),
      await summary(await ask('/docs/widgets.md')),
      await summary(await ask('/docs/errors/invalid_email')),
      await summary(await ask('/docs/unknown')),
      (await ask('/docs'))?.headers.get('location'),
      (await ask('/docs/assets/app.abc.js'))?.headers.get('cache-control'),
      (await ask('/docs/widgets'))?.headers.get('cache-control'),
    ]).toEqual([
      [200, 'first page', 'text/html; charset=utf-8'],
      [200, 'widgets', 'text/html; charset=utf-8'],
      [200, '# Widgets', 'text/markdown; charset=utf-8'],
      [200, 'the email', 'text/html; charset=utf-8'],
      [404, 'no page', 'text/html; charset=utf-8'],
      '/docs/',
      'public, max-age=31536000, immutable',
      'no-store',
    ])
  })

  it('leaves other paths, other methods and error pages that it does not have to the provider', async () => {
    await writeSite()
    const ask = open()
    expect([
      await ask('/docs.html'),
      await ask('/sdk/v1/users/me'),
      await ask('/docs/widgets', { method: 'POST' }),
      await ask('/docs/errors/schema_error'),
    ]).toEqual([null, null, null, null])
  })

  it('reads no file outside its folder', async () => {
    await writeSite()
    await writeFile(join(folder, '..', 'latchkey-outside.md'), 'secret')
    const ask = open()
    for (const path of ['/docs/%2e%2e/latchkey-outside.md', '/docs/..%2flatchkey-outside.md', '/docs/.hidden'])
      expect((await ask(path))?.status).not.toBe(200)
    await rm(join(folder, '..', 'latchkey-outside.md'))
  })

  it('says that the site is being built until it is, and builds once', async () => {
    let builds = 0
    let finish: (isBuilt: boolean) => void = () => {}
    const ask = open(() => {
      builds += 1
      return new Promise((resolve) => {
        finish = resolve
      })
    })
    const [waiting] = [await ask('/docs/'), await ask('/docs/widgets')]
    expect([waiting?.status, waiting?.headers.get('refresh'), await waiting?.text()]).toEqual([
      503,
      '2',
      expect.stringContaining('is being built'),
    ])
    await writeSite()
    finish(true)
    expect([await summary(await ask('/docs/')), builds]).toEqual([[200, 'first page', 'text/html; charset=utf-8'], 1])
  })

  it('names the command that builds the site if it cannot be built here', async () => {
    const ask = open(async () => false)
    await ask('/docs/')
    const failed = await ask('/docs/')
    expect([failed?.status, failed?.headers.get('refresh'), await failed?.text()]).toEqual([
      503,
      null,
      expect.stringContaining('npm run docs'),
    ])
  })
})
