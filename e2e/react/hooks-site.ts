import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InitialState } from '@latchkey/react'
import { type BuildOptions, build } from 'esbuild'
import { forNode, fromSource } from '../../tools/build/bundle.ts'

export const reactVersions = ['18', '19'] as const

const react18 = join(import.meta.dirname, '..', 'hosts', 'react-18', 'node_modules')

export interface HooksSite {
  url: string
  /** The responses of the provider by path below /sdk/v1. */
  answers: Record<string, object>
  close(): Promise<void>
}

export const policy = {
  roles: [{ role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['write'] }] }],
  resources: [],
  scopes: [],
}

/** The same time in all responses: a session with other times would render again. */
const now = Date.now()

export function signedIn(
  roles: string[] = ['editor'],
): Record<'user_id' | 'session_token' | 'session_jwt', string> & Record<'user' | 'session', object> {
  const at = (ms: number): string => new Date(ms).toISOString()
  return {
    user_id: 'user-test-ada',
    user: { user_id: 'user-test-ada', roles },
    session: {
      session_id: 'session-test-1',
      user_id: 'user-test-ada',
      roles,
      started_at: at(now),
      last_accessed_at: at(now),
      expires_at: at(now + 3_600_000),
    },
    session_token: 'token-1',
    session_jwt: 'jwt-1',
  }
}

/** Serves a page with the hooks, rendered on the server and hydrated, and a fake provider. */
export async function startHooksSite(version: (typeof reactVersions)[number]): Promise<HooksSite> {
  const options: BuildOptions = {
    jsx: 'automatic',
    ...(version === '18' && { alias: { react: join(react18, 'react'), 'react-dom': join(react18, 'react-dom') } }),
    define: { 'process.env.NODE_ENV': '"development"' },
  }
  const outdir = join(import.meta.dirname, '..', '..', 'node_modules', '.latchkey', `hooks-${version}`)
  const [{ outputFiles }] = await Promise.all([
    build({
      ...fromSource,
      ...options,
      entryPoints: [join(import.meta.dirname, 'hooks-page.tsx')],
      outdir: 'page',
      platform: 'browser',
      write: false,
    }),
    build({ ...forNode, ...options, entryPoints: [join(import.meta.dirname, 'hooks-server.tsx')], outdir }),
  ])
  const { render }: typeof import('./hooks-server.tsx') = await import(
    pathToFileURL(join(outdir, 'hooks-server.mjs')).href
  )
  /** The page of a server that knows this about the user. */
  const html = (initialState?: InitialState): string =>
    '<!doctype html><meta charset="utf-8"><title>Hooks</title>' +
    (initialState
      ? `<script type="application/json" id="initial-state">${JSON.stringify(initialState)}</script>`
      : '') +
    `<div id="app">${render(initialState)}</div><script type="module" src="/page.js"></script>`
  const answers: HooksSite['answers'] = {
    '/projects/bootstrap/public-token-test-1': { rbac_policy: policy },
    '/events': {},
    '/sessions/revoke': {},
  }
  const server = createServer(({ url = '/' }, response) => {
    const data = answers[url.replace('/sdk/v1', '')]
    if (url.startsWith('/sdk/v1')) {
      response.statusCode = data ? 200 : 500
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: { request_id: 'request-id-test-1', status_code: 200, ...data } }))
    } else {
      response.setHeader('content-type', url === '/page.js' ? 'text/javascript' : 'text/html')
      // The browser compiles the script once for all tests.
      if (url === '/page.js') response.setHeader('cache-control', 'max-age=3600, immutable')
      const initialState = url === '/known' ? ({ ...signedIn(), policy } as InitialState) : undefined
      response.end(url === '/page.js' ? outputFiles?.[0]?.text : html(initialState))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
