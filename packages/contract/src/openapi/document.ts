import { adminPath } from '../admin/admin-path.ts'
import { type AdminEndpointName, adminEndpoints } from '../admin/endpoints.ts'
import { type EndpointName, endpoints } from '../api/endpoints.ts'
import { brandName } from '../core/brand.ts'
import { type Endpoint, type JsonObject, sdkPath } from '../core/endpoint.ts'
import { errorTable } from '../core/errors.ts'
import { adminOperation, adminTag } from './admin-operation.ts'
import { errorResponses } from './error-responses.ts'
import { createJsonSchemas } from './json-schemas.ts'
import { operation, tagOf } from './operation.ts'

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: JsonObject
  servers: { url: string }[]
  security: JsonObject[]
  tags: { name: string; description: string }[]
  paths: Record<string, JsonObject>
  components: Record<'schemas' | 'responses' | 'parameters' | 'securitySchemes', JsonObject>
  /** The error table: type, status and message. */
  'x-error-types': JsonObject
}

export interface OpenApiOptions {
  /** The URL of the provider, without a path. */
  baseUrl: string
}

const tags: Readonly<Record<string, string>> = {
  projects: 'The settings of the project.',
  users: 'The signed-in user.',
  sessions: 'Sessions.',
  magic_links: 'Links by email.',
  otps: 'Passcodes by SMS, WhatsApp and email.',
  oauth: 'Sign-in with an OAuth provider; consent and logout for applications.',
  crypto_wallets: 'Sign-in with a wallet.',
  totps: 'Authenticator apps and recovery codes.',
  webauthn: 'Passkeys.',
  passwords: 'Passwords.',
  impersonation: 'Impersonation.',
  idp: 'Consent for applications, as newer clients ask for it.',
  events: 'Events of the kit itself.',
  captcha: 'Proof of work.',
  device_reports: 'Device protection.',
  b2b: 'Business projects.',
  [adminTag]: "For a project's own servers, by secret key. Never for a page.",
}

/**
 * Creates the OpenAPI 3.1 document of the contract.
 *
 * @example
 * JSON.stringify(createOpenApiDocument({ baseUrl: 'http://localhost:4000' }))
 */
export function createOpenApiDocument({ baseUrl }: OpenApiOptions): OpenApiDocument {
  const url = baseUrl.replace(/\/+$/, '')
  const schemas = createJsonSchemas()
  const paths: Record<string, JsonObject> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = `${sdkPath}${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, schemas) }
  }
  for (const [name, endpoint] of Object.entries(adminEndpoints) as [AdminEndpointName, Endpoint][]) {
    const path = `${adminPath}${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: adminOperation(name, schemas) }
  }
  const used = new Set([...Object.values<Endpoint>(endpoints).map(tagOf), adminTag])
  return {
    openapi: '3.1.1',
    info: {
      title: `${brandName} API`,
      version: '1.0.0',
      description: 'The API of the Latchkey provider. Ignore unknown response fields: new versions add fields.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    security: [{ basic: [] }],
    tags: [...used].map((name) => ({ name, description: tags[name] ?? name })),
    paths,
    components: {
      schemas: schemas.components,
      responses: errorResponses(url),
      parameters: {
        SdkClient: {
          name: 'X-SDK-Client',
          in: 'header',
          description: 'Base64 of the JSON of a ClientTelemetry.',
          schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/json' },
        },
        SdkParentHost: {
          name: 'X-SDK-Parent-Host',
          in: 'header',
          description: 'The origin of the page that embeds the kit.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'The public token as the user name, the session token as the password; without a session, the public token again.',
        },
        secretKey: {
          type: 'http',
          scheme: 'basic',
          description: 'The project id as the user name, a secret key as the password.',
        },
      },
    },
    'x-error-types': errorTable,
  }
}
