import { join } from 'node:path'
import { thrownFields } from '../core/thrown-fields.ts'
import { createVault } from '../core/vault.ts'
import { createProvider, type Provider } from '../create-provider.ts'
import type { Frame } from '../http/pages/frame.ts'
import { listen } from '../node/listen.ts'
import { createClock, createRandom } from '../node/system-clock.ts'
import type { Logger } from '../observability/logger.ts'
import type { OpenTelemetryApi } from '../observability/open-telemetry.ts'
import { canOpenSigningKeys } from '../signing/signing-keys.ts'
import { openSqlite } from '../storage/operations/open-storage.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { createDevAdmin, devAdminPath } from './admin.ts'
import { createMovableClock, type MovableClock } from './clock.ts'
import { createDocumentation, type DocumentationOptions } from './documentation.ts'
import { createFakeEnterprise, enterprisePath } from './enterprise/fake-enterprise.ts'
import { createEnterpriseKeys } from './enterprise/keys.ts'
import { createEnterpriseFolder } from './enterprise-folder.ts'
import { createFakeDns } from './fake-dns.ts'
import { rejectForeignRequest } from './guard.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { openMasterKey } from './master-key.ts'
import { type StaticPage, servePage } from './pages.ts'
import { raisedLimits } from './raised-limits.ts'
import { createDevRoutes } from './routes.ts'
import { consentPath, registerSampleApplications } from './sample-applications.ts'
import { type SeededProject, seed } from './seed.ts'
import { pointAtFakes } from './social-login/credentials.ts'
import { createFakeIdentityProviders } from './social-login/fakes.ts'
import { reachThisMachine } from './this-machine.ts'

export interface DevelopmentOptions {
  /** 0 chooses a free port. Defaults to 4000. */
  port?: number | undefined
  /** The folder of the database and the master key; created if missing. */
  dataDir: string
  /** Opens a database. Defaults to the SQLite file in the data folder. */
  openStorage?: (() => Promise<Storage>) | undefined
  /** Creates pages to serve in addition to the API, once URL and projects are known. */
  pages?: ((development: { url: string; projects: readonly SeededProject[] }) => readonly StaticPage[]) | undefined
  /** The documentation site, served at `/docs`. Without it, `/docs/errors` has the pages of errors only. */
  documentation?: DocumentationOptions | undefined
  /** The page for the hidden frame of Google One Tap. */
  frame?: Frame | undefined
  logger?: Logger | undefined
  /** The package `@opentelemetry/api`, as for `createProvider`. */
  openTelemetry?: OpenTelemetryApi | undefined
  /** What a developer types to start the command line, for messages with a command. Defaults to `latchkey`. */
  commandLine?: string | undefined
  /** Shown by `/health`. */
  version?: string | undefined
}

export interface Development {
  /** `http://localhost:<port>`; links, issuers and pages use this host name. */
  url: string
  port: number
  projects: readonly SeededProject[]
  inbox: Inbox
  clock: MovableClock
  provider: Provider
  close(): Promise<void>
}

/** Only loopback: the inbox returns every code and link. */
const hostname = '127.0.0.1'

/**
 * Starts a provider for one developer on one machine: seeded projects, an inbox instead of carriers, a movable clock.
 *
 * @example
 * const development = await startDevelopment({ port: 4000, dataDir: '.latchkey/data' })
 * console.log(development.url, development.projects[0]?.publicToken)
 */
export async function startDevelopment(options: DevelopmentOptions): Promise<Development> {
  const clock = createMovableClock(createClock())
  const random = createRandom()
  const inbox = createInbox({ clock, random })
  const dns = createFakeDns(clock)
  let answer: (request: Request, info: { peerAddress: string }) => Promise<Response> = async () => starting()

  // Opens the port first: if it is in use, nothing has been written yet.
  const listener = await listen(async (request, info) => rejectForeignRequest(request) ?? answer(request, info), {
    port: options.port ?? 4000,
    hostname,
    onError: (error) => options.logger?.error(thrownFields(error), 'a page of the development provider failed'),
  })
  const url = `http://localhost:${listener.port}`
  let storage: Storage | undefined
  try {
    const masterKey = await openMasterKey(options.dataDir, random)
    storage = await (options.openStorage?.() ?? openSqlite({ path: join(options.dataDir, 'latchkey.sqlite') }))
    const vault = createVault([masterKey], random)
    if (!(await canOpenSigningKeys({ storage, vault })))
      throw new Error(
        `${options.dataDir} was created with another master key. Remove the folder to start with a new one.`,
      )
    const projects = await seed(storage, { clock, random, vault }, url)
    const pages = options.pages?.({ url, projects }) ?? []
    const consumer = projects.find(({ vertical }) => vertical === 'CONSUMER')
    // An identity provider needs a consent page.
    if (consumer && pages.some(({ path }) => path === consentPath))
      await registerSampleApplications(storage, { clock }, consumer.id, url)
    const opened = storage
    const fakes = createFakeIdentityProviders({ baseUrl: url, clock, random })
    const enterpriseFolder = createEnterpriseFolder(options.dataDir, random)
    const enterprise = createFakeEnterprise({
      ...{ baseUrl: url, clock, random, store: enterpriseFolder },
      keys: createEnterpriseKeys({ store: enterpriseFolder, clock }),
      async readMetadata(entityId) {
        const response = await provider.fetch(new Request(entityId), { peerAddress: hostname })
        return response.ok ? response.text() : null
      },
    })
    for (const project of await storage.projects.list())
      await pointAtFakes(storage, { clock, random, vault }, project, fakes)
    // Projects that are created later get the fake identity providers with their first OAuth sign-in.
    const storageWithFakes = withFakeProviders(storage, (project) =>
      pointAtFakes(opened, { clock, random, vault }, project, fakes),
    )
    const outbound = reachThisMachine(enterprise.outbound(fakes.outbound))
    const provider = createProvider({
      config: {
        baseUrl: url,
        masterKeys: [masterKey],
        trustProxy: 0,
        mode: 'development',
        limits: raisedLimits(),
        version: options.version,
        commandLine: options.commandLine,
        // A setting that a developer changes takes effect at once.
        projectCacheMs: 0,
      },
      storage: storageWithFakes,
      delivery: inbox,
      clock,
      random,
      outbound,
      identityProviders: fakes.identityProviders,
      lookupTxt: dns.lookupTxt,
      frame: options.frame,
      openTelemetry: options.openTelemetry,
      ...(options.logger ? { logger: options.logger } : {}),
    })
    const routes = createDevRoutes({ inbox, clock, dns })
    const admin = createDevAdmin({
      ...{ storage: opened, vault, clock, random, baseUrl: url, keepsIssuer: false },
      ...{ lookupTxt: dns.lookupTxt, outbound },
    })
    const documentation = options.documentation && createDocumentation(options.documentation)
    answer = async (request, info) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/dev/identity-providers/')) return fakes.fetch(request)
      if (pathname === enterprisePath || pathname.startsWith(`${enterprisePath}/`)) return enterprise.fetch(request)
      if (pathname.startsWith(devAdminPath)) return admin(request)
      if (pathname.startsWith('/dev/')) return routes.fetch(request)
      return servePage(pages, request) ?? (await documentation?.(request)) ?? provider.fetch(request, info)
    }
    let closing: Promise<void> | null = null
    return {
      url,
      port: listener.port,
      projects,
      inbox,
      clock,
      provider,
      close() {
        closing ??= listener
          .close()
          .then(() => provider.close())
          .then(() => opened.close())
        return closing
      },
    }
  } catch (error) {
    await listener.close()
    await storage?.close()
    throw error
  }
}

function starting(): Response {
  const body = {
    status_code: 503,
    error_type: 'internal_error',
    error_message: 'The provider is starting. Try again in a second.',
  }
  return Response.json(body, { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } })
}

function withFakeProviders(storage: Storage, addFakes: (project: ProjectRecord) => Promise<void>): Storage {
  return {
    ...storage,
    oauthCredentials: {
      ...storage.oauthCredentials,
      async get(projectId, provider) {
        const present = await storage.oauthCredentials.get(projectId, provider)
        const project = present ? null : await storage.projects.get(projectId)
        if (project === null) return present
        await addFakes(project)
        return storage.oauthCredentials.get(projectId, provider)
      },
    },
  }
}
