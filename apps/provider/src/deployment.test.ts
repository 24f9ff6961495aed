import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { createConfigProblems } from './config/config-error.ts'
import { findSettings, settings } from './config/settings.ts'

const root = new URL('../../../', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8')
/** Without comments, and with continued lines joined. */
const lines = (text: string): string[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))

const dockerfile = lines(read('Dockerfile'))
const compose = lines(read('compose.yaml'))
const known = new Set(Object.values(settings).flatMap(({ env }) => [env, `${env}_FILE`]))
const namesIn = (text: string): string[] => [...new Set(text.match(/\bLATCHKEY_[A-Z_]+/g) ?? [])]

/** e2e/install/further runs the steps of the file; these tests read it. */
describe('the container image', () => {
  const instruction = (name: string): string[] =>
    dockerfile.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())

  it('runs the bundle of the image as an unprivileged user, with known settings', () => {
    const entry = JSON.parse(instruction('ENTRYPOINT')[0] ?? '[]') as string[]
    expect(entry).toEqual(['node', '--enable-source-maps', '/app/provider/main.mjs'])
    const [built] = /build-provider\.mjs (\S+)/.exec(instruction('RUN').join('\n'))?.slice(1) ?? []
    expect(instruction('COPY').at(-1)).toBe(`--from=build --chown=root:root ${built} ./`)
    const words = JSON.parse(instruction('CMD')[0] ?? '[]') as string[]
    expect(Object.hasOwn(commands, words.join(' '))).toBe(true)
    expect(instruction('USER')).toEqual(['node'])
    expect(dockerfile.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
      dockerfile.findLastIndex((line) => line.startsWith('RUN')),
    )
    expect(namesIn(dockerfile.join('\n')).filter((name) => !known.has(name))).toEqual([])
    const env = Object.fromEntries((instruction('ENV')[0] ?? '').split(/\s+/).map((pair) => pair.split('=')))
    expect(findSettings({ flags: {}, env }, createConfigProblems())).toMatchObject({
      port: { value: instruction('EXPOSE')[0] },
    })
    expect(instruction('HEALTHCHECK').join()).toContain(`127.0.0.1:${env.LATCHKEY_PORT}/health/alive`)
  })

  it('builds the image on a supported version of Node, without secrets', () => {
    const images = instruction('FROM').map((from) => /^node:(\d+)-\w+-slim/.exec(from)?.[1])
    expect(images.every((major) => Number(major) >= 20)).toBe(true)
    expect(new Set(images).size).toBe(1)
    const ignored = lines(read('.dockerignore'))
    expect(['**/node_modules', '.git', 'secrets', '*.env', '*.db'].filter((one) => !ignored.includes(one))).toEqual([])
    expect(dockerfile.join('\n')).not.toMatch(/MASTER_KEY|SECRET|PASSWORD|postgres:\/\/|smtp:\/\//)
  })
})

describe('the compose file', () => {
  const text = compose.join('\n')

  it('uses known settings and mounted secrets in the compose file, and contains no secret', () => {
    expect(namesIn(text).filter((name) => !known.has(name))).toEqual([])
    const mounted = [...text.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name)
    const declared = [...text.matchAll(/^ {2}(\w+):\n {4}file: \.\/secrets\/(\w+)$/gm)]
    expect(declared.map(([, name, file]) => name === file)).toEqual(declared.map(() => true))
    expect(new Set(mounted)).toEqual(new Set(declared.map(([, name]) => name)))
    expect(text).not.toMatch(/postgres:\/\/|smtps?:\/\/|PASSWORD: /)
    for (const name of ['baseUrl', 'databaseUrl', 'masterKey', 'smtpUrl', 'mailFrom'] as const)
      expect(namesIn(text).some((found) => found.replace(/_FILE$/, '') === settings[name].env)).toBe(true)
  })

  it('runs two providers with readiness checks and enough time to shut down', () => {
    const upstreams = /reverse_proxy (.+) \{/.exec(text)?.[1]?.split(' ') ?? []
    const services = [...text.matchAll(/^ {2}([\w-]+): \*provider$/gm)].map(([, name]) => `${name}:4000`)
    expect([upstreams.length, upstreams]).toEqual([2, services])
    expect(text).toMatch(/health_uri \/health\/ready$/m)
    const [grace, delay] = [/stop_grace_period: (\d+)s/, /LATCHKEY_SHUTDOWN_DELAY: '(\d+)'/].map((pattern) =>
      Number(pattern.exec(text)?.[1]),
    )
    expect(grace).toBeGreaterThanOrEqual((delay ?? Number.NaN) + 10)
    expect(text).toMatch(/LATCHKEY_TRUST_PROXY: '1'/)
  })

  it('indents the compose file by multiples of two spaces', () => {
    expect(
      compose.filter(
        (line) =>
          line.includes('\t') ||
          /^ */.exec(line)?.[0].length !== 2 * Math.floor((/^ */.exec(line)?.[0].length ?? 0) / 2),
      ),
    ).toEqual([])
  })
})
