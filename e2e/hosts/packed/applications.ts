import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { publicToken } from '../host-site.ts'
import { createFreshApplication, type FreshApplication, type FreshApplicationOptions } from './fresh-application.ts'

/** An application in its production form, served. */
export interface RunningApplication {
  folder: string
  url: string
  end(): Promise<void>
}

interface ApplicationOptions extends Pick<FreshApplicationOptions, 'tarballs'> {
  /** The URL of the provider. */
  api: string
}

type StartApplication = (options: ApplicationOptions) => Promise<RunningApplication>

const reactPackages = ['@latchkey/client', '@latchkey/react', '@latchkey/widgets', '@latchkey/elements']

const startVite =
  (versions: 'react-18' | 'react-19'): StartApplication =>
  async ({ api, ...given }) => {
    const env = { VITE_LATCHKEY_API: api, VITE_LATCHKEY_PUBLIC_TOKEN: publicToken }
    const options = { ...given, sources: 'vite', versions, install: reactPackages, env }
    return started(await createFreshApplication(options), async (application) => {
      const vite = 'vite/bin/vite.js'
      await application.run(vite, 'build')
      return application.serve(vite, (port) => ['preview', '--host', '127.0.0.1', '--port', port, '--strictPort'])
    })
  }

async function startNext({ api, ...given }: ApplicationOptions): Promise<RunningApplication> {
  const env = {
    NEXT_PUBLIC_LATCHKEY_API: api,
    NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN: publicToken,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  const options = { ...given, sources: 'next', versions: 'next', install: reactPackages, env }
  return started(await createFreshApplication(options), async (application) => {
    const next = 'next/dist/bin/next'
    await application.run(next, 'build')
    return application.serve(next, (port) => ['start', '--hostname', '127.0.0.1', '--port', port])
  })
}

async function startPlain({ api, ...given }: ApplicationOptions): Promise<RunningApplication> {
  const application = await createFreshApplication({ ...given, sources: 'plain', install: ['@latchkey/elements'] })
  const standalone = join(application.folder, 'node_modules', '@latchkey', 'elements', 'dist', 'standalone')
  const settings = `export const api = ${JSON.stringify(api)}\nexport const publicToken = ${JSON.stringify(publicToken)}`
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('content-type', extname(pathname) === '.js' ? 'text/javascript' : 'text/html')
    if (pathname === '/settings.js') return response.end(settings)
    const [, folder = '', file = ''] = /^\/(latchkey\/)?([\w.-]*)$/.exec(pathname) ?? []
    const path = join(folder ? standalone : application.folder, extname(file) ? file : 'index.html')
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) response.statusCode = 404
    return response.end(text?.replace('$API', api).replace('$PUBLIC_TOKEN', publicToken))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    folder: application.folder,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async end() {
      server.close()
      server.closeAllConnections()
      await application.end()
    },
  }
}

async function started(
  application: FreshApplication,
  start: (application: FreshApplication) => Promise<string>,
): Promise<RunningApplication> {
  try {
    return { folder: application.folder, url: await start(application), end: application.end }
  } catch (error) {
    await application.end()
    throw error
  }
}

/** In the order in which they are ready: Next takes longest to build. */
export const applications: Readonly<Record<string, StartApplication>> = {
  'plain HTML': startPlain,
  'Vite and React 19': startVite('react-19'),
  'Vite and React 18': startVite('react-18'),
  Next: startNext,
}
