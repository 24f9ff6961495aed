// A business project with an organization that has a SAML connection. Prints the link of each message.
import { readFileSync } from 'node:fs'
import { type SsoServer, ssoDomain } from './business-fixtures.ts'
import { openMeasured } from './provider.ts'

const [database = ':memory:', metadataFile = ''] = process.argv.slice(2)
const pages = ['http://localhost:3000/authenticate']
const { provider, storage, project, now, createOrganization, onMessage, listen } = await openMeasured(
  database,
  {},
  {
    vertical: 'B2B',
    settings: {
      createOrganizationEnabled: true,
      redirectUrls: { login: pages, signup: pages, reset_password: pages, logout: [] },
      pkceRequired: { emailMagicLinks: false, passwordResets: false, oauth: false, sso: false },
    },
  },
)
const session = await createOrganization('admin@example.com')

interface Connection {
  connection_id: string
  organization_id: string
  acs_url: string
  audience_uri: string
}

async function call(method: string, path: string, body: object): Promise<Connection> {
  const authorization = `Basic ${Buffer.from(`${project.publicToken}:${session}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json', origin: 'http://localhost:3000' }
  const request = new Request(`http://localhost:4999/sdk/v1/b2b/sso/saml${path}`, {
    ...{ method, headers, body: JSON.stringify(body) },
  })
  const response = await provider.fetch(request, { peerAddress: '127.0.0.1' })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { data: { connection: Connection } }).data.connection
}

const { connection_id } = await call('POST', '', { display_name: 'Bench' })
const connection = await call('PUT', `/${connection_id}`, { metadata_xml: readFileSync(metadataFile, 'utf8') })
const realm = { projectId: project.id, organizationId: connection.organization_id }
await storage.organizationDomains.insert({
  ...{ ...realm, domain: ssoDomain, token: 'bench', state: 'verified', verifiedAt: now(), claimedAt: null },
  ...{ checkedAt: now(), failures: 0, nextCheckAt: null, createdAt: now() },
})
onMessage(({ to, links }) => console.log(`mail ${to} ${links[0]}`))
const server: SsoServer = {
  ...{ publicToken: project.publicToken, connectionId: connection_id, organizationId: connection.organization_id },
  ...{ acsUrl: connection.acs_url, spEntityId: connection.audience_uri },
}
await listen(JSON.stringify(server))
