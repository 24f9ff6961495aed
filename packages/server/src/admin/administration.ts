import type { Endpoint } from '@latchkey/contract'
import type { SecretKey } from '@latchkey/contract/admin'
import { audit } from '../audit/audit.ts'
import { randomId } from '../core/ids.ts'
import type { DataOf } from '../core/route.ts'
import { enqueueMessage } from '../delivery/outbox/outbox-row.ts'
import { refuseInvalidCursor } from '../http/refuse-invalid-cursor.ts'
import { createOutboundFetch } from '../outbound/outbound-fetch.ts'
import { createTxtLookup } from '../outbound/txt-lookup.ts'
import { createProject, type NewProject } from '../projects/create-project.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { adminRoutes } from './admin.routes.ts'
import { createSecretKey } from './project/keys.service.ts'
import type { AdminCall, AdminContext } from './request/admin-route.ts'
import { createAdminParser } from './request/parse-admin.ts'
import { type ExportedUser, type ExportOptions, exportUsers } from './users/export-users.ts'

type Defaults = 'lookupTxt' | 'disposableDomains' | 'outbound' | 'outbox' | 'metrics' | 'config'

/**
 * The dependencies of the administration. Those of domains and connections of organizations default to the machine's; messages are
 * queued by default, and a running provider sends them.
 */
export type AdministrationContext = Omit<AdminContext, Defaults> & Partial<Pick<AdminContext, Defaults>>

export interface AdminInput<Request> {
  project: ProjectRecord
  request?: Request | undefined
  params?: Readonly<Record<string, string>> | undefined
}

/** What an operator can do without a running provider: everything a secret key permits, and operator-only actions. */
export interface Administration {
  /**
   * Calls an endpoint of the admin API in-process, with the same schema and the same function. Rejects with a
   * `ProviderError`.
   */
  call<Request, Response>(endpoint: Endpoint<Request, Response>, input: AdminInput<Request>): Promise<DataOf<Response>>
  createProject(input: Omit<NewProject, 'baseUrl'>): Promise<ProjectRecord>
  /** The result is the only copy of the secret. */
  createSecretKey(project: ProjectRecord, name: string): Promise<{ secret_key: SecretKey; secret: string }>
  /** Every user of a project in the form of `users/import`. Audited. */
  exportUsers(project: ProjectRecord, options?: ExportOptions): AsyncIterable<ExportedUser>
}

/**
 * @example
 * const administration = createAdministration({ storage, vault, clock, random, baseUrl }, { operator: 'cli:root' })
 * await administration.call(adminEndpoints.adminUsersList, { project, request: { query: 'ada' } })
 */
export function createAdministration(given: AdministrationContext, { operator }: { operator: string }): Administration {
  const context: AdminContext = {
    ...{ lookupTxt: createTxtLookup(), disposableDomains: new Set(), outbound: createOutboundFetch(), config: {} },
    metrics: { limitHit: () => {}, oneTime: () => {} },
    outbox: {
      // Whether the provider has a carrier, only its own settings say.
      delivers: () => true,
      enqueue: (tx, projectId, message, options) => enqueueMessage(tx, given, projectId, message, options),
    },
    ...given,
  }
  const { storage, random } = context

  function receive<Request>(project: ProjectRecord, request: Request, params: Readonly<Record<string, string>> = {}) {
    const call: AdminCall<Request> = {
      ...{ project, request, params },
      requestId: randomId('request-id', project.environment, random),
      client: { ip: '', prefix: '', userAgent: '' },
      actor: { kind: 'admin', id: operator },
    }
    return call
  }

  return {
    async call<Request, Response>(endpoint: Endpoint<Request, Response>, input: AdminInput<Request>) {
      const route = adminRoutes.find((one) => one.endpoint === endpoint)
      if (!route) throw new TypeError(`${endpoint.method} ${endpoint.path} has no route`)
      const parsed = createAdminParser(endpoint)({ request: input.request, params: input.params ?? {} })
      const call = receive(input.project, parsed.request, parsed.params)
      const data = await refuseInvalidCursor(route.handle(context, call as AdminCall<never>))
      return data as DataOf<Response>
    },
    async createProject(input) {
      const baseUrl = context.keepsIssuer === false ? undefined : context.baseUrl
      const project = await createProject(storage, context, { ...input, baseUrl })
      await audit(storage, context, receive(project, null), {
        ...{ event: 'project_create', result: 'ok', targetId: project.id },
      })
      return project
    },
    createSecretKey: (project, name) => createSecretKey(context, receive(project, { name })),
    exportUsers: (project, options) => exportUsers(context, receive(project, null), options),
  }
}
