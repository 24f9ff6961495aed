// The steps of the Dockerfile, run in folders without a container engine, and the process that the image starts.
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../../tools/bootstrap/run.mjs'
import { freePort } from '../../../tools/test/free-port.ts'
import { runCommand, startCommand } from '../command.ts'
import { type BuiltImage, buildImage, inImage } from '../dockerfile.ts'

let folder: string
let image: BuiltImage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-image-'))
  image = await buildImage({ context: root, folder })
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

it('contains the bundle and the packages that it imports, and no sources or development tools', () => {
  expect(readdirSync(join(image.root, 'app')).sort()).toEqual(['node_modules', 'provider'])
  const packages = readdirSync(join(image.root, 'app', 'node_modules')).sort()
  expect(packages).toEqual(['@node-rs', '@photostructure', 'bcryptjs', 'node-addon-api', 'node-gyp-build'])
  expect(lstatSync(join(image.root, 'var/lib/latchkey')).mode & 0o777).toBe(0o700)
})

it('starts a provider that responds to the health check, and stops on SIGTERM', { timeout: 120_000 }, async () => {
  const port = String(await freePort())
  const settings = {
    LATCHKEY_HOST: '127.0.0.1',
    LATCHKEY_PORT: port,
    LATCHKEY_SHUTDOWN_DELAY: '0',
    LATCHKEY_BASE_URL: 'https://auth.example.com',
    LATCHKEY_DATABASE_URL: `sqlite:${join(image.root, 'var/lib/latchkey/latchkey.db')}`,
    LATCHKEY_MASTER_KEY: randomBytes(32).toString('base64'),
    LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:1',
    LATCHKEY_MAIL_FROM: 'sign-in@example.com',
  }
  const options = { cwd: join(image.root, image.workdir), env: { ...image.env, ...settings } }
  const [program = '', ...args] = inImage([...image.entrypoint, ...image.command], image)
  const provider = startCommand(program, args, options)
  await provider.find(/"msg":"listening"|listening/)
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  const [check = '', ...rest] = image.healthcheck.map((word) => word.replace(':4000/', `:${port}/`))
  await runCommand(check, rest, options)
  const latchkey = join(image.root, 'usr/local/bin/latchkey')
  // In the image the link is absolute; here its target is below the root of the image.
  expect(existsSync(latchkey)).toBe(true)
  const made = await runCommand(latchkey, ['projects', 'create', '--name', 'Acme', '--json'], options)
  expect(JSON.parse(made)).toMatchObject({ name: 'Acme' })
  expect(await provider.end('SIGTERM')).toBe(0)
})
