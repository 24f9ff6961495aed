import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject, type ProjectOptions } from './create-project.ts'
import { type TemplateName, templateNames } from './templates.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'latchkey-create-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

function create(template: TemplateName, options: Partial<ProjectOptions> = {}): string {
  const folder = join(parent, 'My App')
  createProject({ folder, template, version: '1.2.3', providerPort: 4000, ...options })
  return folder
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')
const manifestOf = (folder: string) => JSON.parse(read(folder, 'package.json'))

describe('createProject', () => {
  it.each(templateNames)('writes a project from the template %s', (template) => {
    const folder = create(template)
    const manifest = manifestOf(folder)
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    const ours = versions.filter(([name]) => name.startsWith('@latchkey/'))
    expect(manifest.name).toBe('my-app')
    expect(manifest.scripts.dev).toMatch(/^latchkey dev -- \w/)
    expect(ours).toContainEqual(['@latchkey/provider', '^1.2.3'])
    expect(ours.filter(([, range]) => range !== '^1.2.3')).toEqual([])
    expect(manifest).not.toHaveProperty('overrides')
    expect(read(folder, '.env')).toContain('public-token-test-11111111-1111-4111-8111-111111111111')
    expect(read(folder, '.env')).toContain('=http://localhost:4000\n')
    expect(read(folder, '.gitignore')).toMatch(/^\.latchkey$/m)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /(^|\/)_|node_modules/.test(file))).toEqual([])
    expect(files.filter((file) => file.endsWith('style.css'))).toHaveLength(1)
  })

  it.each(templateNames)('puts another port of the provider into the files of %s', (template) => {
    const folder = create(template, { providerPort: 4007 })
    expect(manifestOf(folder).scripts.dev).toMatch(/^latchkey dev --port 4007 -- \w/)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    const texts = files.filter((file) => file.isFile()).map(({ parentPath, name }) => read(parentPath, name))
    expect(texts.filter((text) => /\b4000\b/.test(text))).toEqual([])
  })

  it('installs from tarballs, also the packages that others depend on', () => {
    const tarballs = join(parent, 'dist')
    mkdirSync(tarballs)
    for (const name of ['client', 'contract', 'elements', 'provider', 'react', 'widgets'])
      writeFileSync(join(tarballs, `latchkey-${name}-1.2.3.tgz`), '')
    const pathOf = (name: string) => `file:${join(tarballs, `latchkey-${name}-1.2.3.tgz`)}`
    const { dependencies, devDependencies, overrides } = manifestOf(create('html', { tarballs }))
    expect({ dependencies, devDependencies, overrides }).toEqual({
      dependencies: { '@latchkey/elements': pathOf('elements') },
      devDependencies: { '@latchkey/provider': pathOf('provider') },
      overrides: Object.fromEntries(
        ['client', 'contract', 'react', 'widgets'].map((name) => [`@latchkey/${name}`, pathOf(name)]),
      ),
    })
  })

  it('names what is missing in a folder of tarballs, and writes nothing', () => {
    const tarballs = join(parent, 'dist')
    expect(() => create('html', { tarballs })).toThrow(`${tarballs} has no tarballs of Latchkey. Run npm run build`)
    expect(readdirSync(parent)).toEqual([])
  })

  it('refuses a folder with files, and accepts an empty repository', () => {
    const folder = join(parent, 'My App')
    mkdirSync(join(folder, '.git'), { recursive: true })
    create('html')
    expect(() => create('html')).toThrow(
      'The folder My App is not empty (.env, .gitignore, README.md, …). Choose another name: npm create latchkey <folder>',
    )
  })
})

it('the server of the template html serves only its folder, and responds to every request target', async () => {
  const env = { ...process.env, LATCHKEY_PUBLIC_TOKEN: 'token', LATCHKEY_URL: 'http://localhost:4000', PORT: '0' }
  const server = spawn(process.execPath, ['serve.mjs'], { cwd: create('html'), env })
  try {
    const [started] = await once(server.stdout, 'data')
    const port = Number(/localhost:(\d+)/.exec(String(started))?.[1])
    // `fetch` would change these targets.
    const statusOf = async (target: string): Promise<string | undefined> => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      return /^HTTP\/1.1 (\d+)/.exec(await text(socket))?.[1]
    }
    for (const target of [
      '//',
      '///',
      '/\\\\',
      '//[',
      '//a:b:c',
      'http://[',
      'http://%',
      '/../serve.mjs',
      '/%2e%2e/package.json',
    ])
      expect([target, await statusOf(target)]).toEqual([target, expect.stringMatching(/^40[04]$/)])
    for (const target of ['/latchkey/../serve.mjs', '/latchkey/..%2f..%2fserve.mjs', '/..\\..\\style.css'])
      expect([target, await statusOf(target)]).not.toEqual([target, '500'])
    expect([await statusOf('/'), await statusOf('/settings.js'), server.exitCode]).toEqual(['200', '200', null])
  } finally {
    server.kill()
  }
})
