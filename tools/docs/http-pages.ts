// The HTTP reference, from the OpenAPI document: a page per group of endpoints.
import { readFileSync } from 'node:fs'
import { writeOpenApi } from '../build/openapi.ts'
import type { GeneratedPage } from './pages.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  enum?: (string | number | null)[]
  const?: string | number | boolean | null
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  format?: string
}

interface Content {
  content?: Record<string, { schema: Schema }>
  description?: string
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface Document {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const administration = 'administration'
const baseUrl = 'http://localhost:4000'

export async function httpPages(): Promise<GeneratedPage[]> {
  const document: Document = JSON.parse(readFileSync(await writeOpenApi(baseUrl), 'utf8'))
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const group = groupOf(path, operation)
      groups.set(group, [...(groups.get(group) ?? []), endpointOf(method.toUpperCase(), path, operation)])
    }
  }
  const pages = [...groups].map(([group, endpoints]) => {
    const text = [`# ${titleOf(group)}`, introOf(group, document), ...endpoints].join('\n\n')
    return { file: `reference/http/${group}.md`, text: `${text}\n` }
  })
  return [indexPage([...groups], document), ...pages, schemasPage(document)]
}

function indexPage(groups: readonly [string, string[]][], document: Document): GeneratedPage {
  const rowsOf = (isAdmin: boolean): string[] =>
    groups
      .filter(([group]) => group.startsWith('admin-') === isAdmin)
      .map(([group, endpoints]) => {
        const names = endpoints.map((text) => `\`${/^## (.+)$/m.exec(text)?.[1]}\``)
        return `| [${titleOf(group)}](./${group}.md) | ${names.join(', ')} |`
      })
  const text = [
    '# HTTP API',
    `The API of the provider, from its OpenAPI document, which every provider serves at \`/openapi.json\`. ${document.info.description}`,
    '## For pages',
    'The user name is the public token, the password the session token; without a session, the public token again.',
    ['| Group | Endpoints |', '|---|---|', ...rowsOf(false)].join('\n'),
    '## For your own servers',
    'The user name is the project id, the password a [secret key](../../administration.md#secret-keys).',
    ['| Group | Endpoints |', '|---|---|', ...rowsOf(true)].join('\n'),
    '## Objects',
    '[Schemas](./schemas.md) describes users, sessions and other objects that several endpoints return.',
  ]
  return { file: 'reference/http/README.md', text: `${text.join('\n\n')}\n` }
}

/** The endpoints for servers are many: one page per resource. */
const groupOf = (path: string, { tags: [tag = ''] }: Operation): string =>
  tag === administration ? `admin-${path.split('/')[2]?.replaceAll('_', '-')}` : tag.replaceAll('_', '-')

const titleOf = (group: string): string => {
  const isAdmin = group.startsWith('admin-')
  const words = group.replace(/^admin-/, '').replaceAll('-', ' ')
  const name = /^(b2b|idp|otps|totps)$/.test(words) ? words.toUpperCase().replace(/S$/, 's') : capitalized(words)
  return isAdmin ? `Admin API: ${words}` : `${name} API`.replace('Oauth', 'OAuth').replace('Webauthn', 'WebAuthn')
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function introOf(group: string, { tags }: Document): string {
  const isAdmin = group.startsWith('admin-')
  const described = tags.find(({ name }) => name === (isAdmin ? administration : group.replaceAll('-', '_')))
  const client = isAdmin
    ? 'From TypeScript, use [the admin client of @latchkey/backend](../../administration.md#the-client-for-your-server).'
    : 'From a page, use [the client](../../client.md), which also stores and refreshes the session.'
  return `${described?.description ?? ''} ${client} Error responses: [Errors](../../errors.md).`.trim()
}

function endpointOf(method: string, path: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses } = operation
  const own = parameters.filter(({ $ref }) => $ref === undefined)
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const errors = Object.keys(responses).filter((status) => /^[45]/.test(status))
  const parts = [
    `## ${method} ${path}`,
    summary,
    curlOf(method, path, operation),
    own.length === 0
      ? ''
      : fieldTable(
          'Parameter',
          own.map(({ name, in: place, required = false, schema, description }) => ({
            name,
            type: typeOf(schema),
            note: [required ? 'required' : '', `in the ${place}`, description ?? ''].filter(Boolean).join('; '),
          })),
        ),
    bodyOf('Request body', requestBody),
    success ? bodyOf(`Response ${success[0]}`, success[1]) : '',
    errors.length === 0 ? '' : `Errors: ${errors.map((status) => `\`${status}\``).join(' ')}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function curlOf(method: string, path: string, { security, requestBody }: Operation): string {
  const isAdmin = security?.some((scheme) => 'secretKey' in scheme) ?? false
  const isOpen = security?.length === 0
  const [type, { schema } = { schema: {} }] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const url = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(isAdmin ? ['-u "$PROJECT_ID:$SECRET_KEY"'] : isOpen ? [] : ['-u "$PUBLIC_TOKEN:$SESSION_TOKEN"']),
    ...(isAdmin ? [] : ['-H "Origin: http://localhost:3000"']),
    ...(type === undefined ? [] : [`-H "Content-Type: ${type}"`]),
    ...(type === 'application/json' ? [`-d '${JSON.stringify(exampleOf(schema))}'`] : []),
  ]
  return `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``
}

const exampleValues: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  email_address: 'ada@example.com',
  phone_number: '+12025550123',
}

/** The required fields with values of their type. */
function exampleOf(schema: Schema, field = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (first) return exampleOf(first)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, Math.min(60, schema.maximum ?? 60))
  if (type === 'boolean') return true
  if (type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (type === 'string') return exampleValues[field] ?? '…'
  const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(required.map(([name, value]) => [name, exampleOf(value, name)]))
}

interface Field {
  name: string
  type: string
  note: string
}

function bodyOf(title: string, content: Content | undefined): string {
  const [type, { schema } = { schema: undefined }] = Object.entries(content?.content ?? {})[0] ?? []
  if (!schema) return ''
  const fields = fieldsOf(schema)
  const heading = `**${title}**${type === 'application/json' ? '' : ` (\`${type}\`)`}`
  return fields.length === 0 ? heading : `${heading}\n\n${fieldTable('Field', fields)}`
}

/** The fields of an object, with those of nested objects as `group.field`. */
function fieldsOf(schema: Schema, prefix = '', depth = 0): Field[] {
  const variants = schema.anyOf ?? schema.oneOf
  if (!schema.properties && variants) {
    const merged = new Map<string, Field>()
    for (const variant of variants) for (const field of fieldsOf(variant, prefix, depth)) merged.set(field.name, field)
    return [...merged.values()]
  }
  const parts = [schema, ...(schema.allOf ?? [])]
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, value]) => {
      const path = `${prefix}${name}`
      const inner = value.properties && depth < 2 ? fieldsOf(value, `${path}.`, depth + 1) : []
      const own = { name: path, type: typeOf(value), note: noteOf(value, required.includes(name)) }
      // The wrapper of every response.
      return path === 'data' && inner.length > 0 ? inner : [own, ...inner]
    }),
  )
}

function noteOf({ description, minimum, maximum, maxLength, maxItems, format }: Schema, isRequired: boolean): string {
  const limits = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} items`,
    format ?? '',
  ]
  return [isRequired ? 'required' : '', ...limits, description ?? ''].filter((part) => part !== '').join('; ')
}

function typeOf(schema: Schema): string {
  const { $ref, type, items, enum: values, const: value, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return `[${name}](./schemas.md#${name.toLowerCase()})`
  }
  if (value !== undefined) return `\`${JSON.stringify(value)}\``
  if (values) return values.map((one) => `\`${JSON.stringify(one)}\``).join(' or ')
  const variants = anyOf ?? oneOf ?? allOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ')
  if (type === 'array') return items ? `list of ${typeOf(items)}` : 'list'
  return [type ?? 'any'].flat().join(' or ')
}

function fieldTable(title: string, fields: readonly Field[]): string {
  const rows = fields.map(({ name, type, note }) => `| \`${name}\` | ${type} | ${note.replaceAll('|', '\\|')} |`)
  return [`| ${title} | Type | |`, '|---|---|---|', ...rows].join('\n')
}

function schemasPage({ components }: Document): GeneratedPage {
  const parts = Object.entries(components.schemas).map(([name, schema]) => {
    const fields = fieldsOf(schema)
    const content = fields.length > 0 ? fieldTable('Field', fields) : `Type: ${typeOf(schema)}`
    return [`## ${name}`, schema.description ?? '', content].filter((part) => part !== '').join('\n\n')
  })
  const intro = 'Objects that several endpoints return. New versions add fields: ignore those that you do not know.'
  return { file: 'reference/http/schemas.md', text: `${['# Schemas', intro, ...parts].join('\n\n')}\n` }
}
