import type { Command } from '../../command.ts'
import { one, paged, yes } from '../common-options.ts'
import { invitationCommands } from './invitation-commands.ts'

/** The commands of business projects. */
export const organizationCommands: Readonly<Record<string, Command>> = {
  'organizations create': {
    summary: 'creates an organization in a business project',
    options: {
      name: { kind: 'one', value: '<name>', help: 'name of the organization' },
      slug: { kind: 'one', value: '<slug>', help: 'slug (default: derived from the name)' },
      ...one,
    },
    run: async (input) => (await import('./organizations.ts')).createOrganization(input),
  },
  'organizations list': {
    summary: 'lists organizations',
    options: { ...paged, ...one },
    run: async (input) => (await import('./organizations.ts')).listOrganizations(input),
  },
  'organizations get': {
    summary: 'shows an organization with its policies',
    positionals: ['<organization>'],
    options: one,
    run: async (input) => (await import('./organizations.ts')).getOrganization(input),
  },
  'organizations update': {
    summary: 'changes names, policies or metadata of an organization',
    positionals: ['<organization>', '<name>=<value>…'],
    options: one,
    details: `Values have the form of latchkey settings set. The names are those that organizations get prints.

Examples
  latchkey organizations update acme mfa_policy=REQUIRED_FOR_ALL
  latchkey organizations update acme email_jit_provisioning=RESTRICTED 'email_allowed_domains=["acme.example"]'`,
    run: async (input) => (await import('./organizations.ts')).updateOrganization(input),
  },
  'organizations suspend': {
    summary: 'ends the sessions of all members and rejects their sign-ins',
    positionals: ['<organization>'],
    options: one,
    run: async (input) => (await import('./organizations.ts')).suspendOrganization(input),
  },
  'organizations resume': {
    summary: 'lets the members of a suspended organization sign in again',
    positionals: ['<organization>'],
    options: one,
    run: async (input) => (await import('./organizations.ts')).resumeOrganization(input),
  },
  'organizations simulate': {
    summary: 'explains what a sign-in to an organization would lead to',
    positionals: ['<organization>', '<email>'],
    options: {
      method: { kind: 'one', value: '<method>', help: 'first factor (default: magic_link)' },
      'second-factor': { kind: 'one', value: 'sms_otp|totp', help: 'second factor that is proven too' },
      tenant: { kind: 'many', value: '<tenant>', help: 'tenant that the OAuth provider asserts' },
      connection: { kind: 'one', value: '<id>', help: 'connection of method sso' },
      group: { kind: 'many', value: '<group>', help: 'group that the connection asserts' },
      permission: { kind: 'one', value: '<resource>:<action>', help: 'explains a permission' },
      ...one,
    },
    details: `Decides like a sign-in: who may join, which factors are required, and which roles follow. Nothing is sent or changed.

Examples
  latchkey organizations simulate acme eve@acme.example
  latchkey organizations simulate acme eve@acme.example --method google_oauth --tenant acme.example
  latchkey organizations simulate acme ada@acme.example --second-factor totp --permission latchkey.member:create`,
    run: async (input) => (await import('./organizations.ts')).simulateOrganization(input),
  },
  'organizations delete': {
    summary: 'deletes an organization and ends the sessions of its members',
    positionals: ['<organization>'],
    options: { ...yes, ...one },
    run: async (input) => (await import('./organizations.ts')).deleteOrganization(input),
  },
  'domains list': {
    summary: 'lists the email domains of an organization',
    positionals: ['<organization>'],
    options: one,
    run: async (input) => (await import('./domains.ts')).listDomains(input),
  },
  'domains add': {
    summary: 'adds an email domain and prints the DNS record that proves it',
    positionals: ['<organization>', '<domain>'],
    options: one,
    details: '<organization> is the id or the slug of an organization.',
    run: async (input) => (await import('./domains.ts')).addDomain(input),
  },
  'domains check': {
    summary: 'reads the DNS record of an email domain now',
    positionals: ['<organization>', '<domain>'],
    options: one,
    run: async (input) => (await import('./domains.ts')).checkDomain(input),
  },
  'domains remove': {
    summary: 'removes an email domain from an organization',
    positionals: ['<organization>', '<domain>'],
    options: one,
    run: async (input) => (await import('./domains.ts')).removeDomain(input),
  },
  'sso list': {
    summary: 'lists the SSO connections of an organization',
    positionals: ['<organization>'],
    options: one,
    run: async (input) => (await import('./sso.ts')).listSso(input),
  },
  'sso create': {
    summary: 'creates an SSO connection of an organization',
    positionals: ['<organization>', '<kind>', '[name=value]…'],
    options: one,
    details: `<kind> is saml, oidc or external. For example:
  latchkey sso create acme saml display_name=Okta identity_provider=okta
  latchkey sso create acme external external_organization_id=<id> external_connection_id=<id>`,
    run: async (input) => (await import('./sso.ts')).createSso(input),
  },
  'sso update': {
    summary: 'changes an SSO connection of an organization',
    positionals: ['<organization>', '<connection>', '[name=value]…'],
    options: {
      metadata: { kind: 'one', value: '<file>', help: 'metadata of the identity provider; - reads standard input' },
      certificate: { kind: 'one', value: '<file>', help: 'certificate of the identity provider, which is added' },
      'secret-file': { kind: 'one', value: '<file>', help: 'file with the client secret (oidc); - for stdin' },
      'signing-key-file': {
        kind: 'one',
        value: '<file>',
        help: 'private key that signs our requests (saml); - for stdin',
      },
      'metadata-url': { kind: 'one', value: '<url>', help: 'address of the metadata, which is read every day' },
      ...one,
    },
    details: `Values have the form of latchkey settings set. The names are those that sso list --json prints. For example:
  latchkey sso update acme saml-connection-live-… --metadata okta.xml
  latchkey sso update acme oidc-connection-live-… issuer=https://acme.okta.com client_id=0oa… --secret-file secret.txt`,
    run: async (input) => (await import('./sso.ts')).updateSso(input),
  },
  'sso delete': {
    summary: 'deletes an SSO connection, and the roles that members have from it',
    positionals: ['<organization>', '<connection>'],
    options: { ...yes, ...one },
    run: async (input) => (await import('./sso.ts')).deleteSso(input),
  },
  'sso certificates': {
    summary: 'lists the certificates of the identity provider of a SAML connection',
    positionals: ['<organization>', '<connection>'],
    options: { delete: { kind: 'one', value: '<certificate>', help: 'delete this certificate first' }, ...one },
    run: async (input) => (await import('./sso.ts')).ssoCertificates(input),
  },
  'sso test': {
    summary: 'tests an SSO connection in a browser, without a session',
    positionals: ['<organization>', '<connection>'],
    options: { result: { kind: 'one', value: '<test>', help: 'read the result of this test once' }, ...one },
    details: `Prints a URL to open in a browser, and waits for the result. With --json it does not wait. For example:
  latchkey sso test acme saml-connection-live-…
  latchkey sso test acme saml-connection-live-… --result=<test>`,
    run: async (input) => (await import('./sso-test.ts')).testSso(input),
  },
  'sso attempts': {
    summary: 'lists the last sign-ins and tests of an SSO connection',
    positionals: ['<organization>', '<connection>'],
    options: one,
    details: 'The last 50 of 7 days. With --json, each has all of its checks.',
    run: async (input) => (await import('./sso.ts')).listSsoAttempts(input),
  },
  'members create': {
    summary: 'adds a member to an organization',
    positionals: ['<organization>'],
    options: {
      email: { kind: 'one', value: '<address>', help: 'email address' },
      name: { kind: 'one', value: '<name>', help: 'name' },
      status: { kind: 'one', value: 'active|pending|invited', help: 'status (default: active)' },
      ...one,
    },
    details: '<organization> is the id or the slug of an organization.',
    run: async (input) => (await import('./members.ts')).createMember(input),
  },
  'members list': {
    summary: 'lists or searches the members of an organization',
    positionals: ['<organization>'],
    options: {
      email: { kind: 'one', value: '<text>', help: 'only those with the text in the address' },
      role: { kind: 'one', value: '<role>', help: 'only those with the role, from any source' },
      status: { kind: 'one', value: 'active|pending|invited|deleted', help: 'only those with the status' },
      ...paged,
      ...one,
    },
    run: async (input) => (await import('./members.ts')).listMembers(input),
  },
  'members get': {
    summary: 'shows a member of an organization',
    positionals: ['<organization>', '<member id>'],
    options: one,
    run: async (input) => (await import('./members.ts')).getMember(input),
  },
  'members update': {
    summary: 'changes a member of an organization',
    positionals: ['<organization>', '<member id>', '<name>=<value>…'],
    options: one,
    details: `Values have the form of latchkey settings set. The names are those that members get prints.

Examples
  latchkey members update acme <member id> 'roles=["latchkey_admin"]'
  latchkey members update acme <member id> email_address=ada@acme.example unlink_email=true`,
    run: async (input) => (await import('./members.ts')).updateMember(input),
  },
  'members delete': {
    summary: 'removes a member and ends the sessions of the member',
    positionals: ['<organization>', '<member id>'],
    options: { ...yes, ...one },
    run: async (input) => (await import('./members.ts')).deleteMember(input),
  },
  'members remove-factor': {
    summary: 'removes a password or second factor of a member',
    positionals: ['<organization>', '<member id>', 'password|phone_number|totp'],
    options: { ...yes, ...one },
    details: 'Ends all sessions of the member, who gets an email. totp removes the recovery codes too.',
    run: async (input) => (await import('./members.ts')).removeFactor(input),
  },
  'members unlink-email': {
    summary: 'frees a former address of a member for other members',
    positionals: ['<organization>', '<member id>', '<address>'],
    options: one,
    run: async (input) => (await import('./members.ts')).unlinkEmail(input),
  },
  'members start-email-update': {
    summary: 'sends a link that confirms another address of a member',
    positionals: ['<organization>', '<member id>', '<address>'],
    options: {
      redirect: { kind: 'one', value: '<url>', help: 'where the link leads (default: redirect URL of type login)' },
      template: { kind: 'one', value: '<id>', help: 'template of kind magic_link' },
      locale: { kind: 'one', value: '<tag>', help: 'language of the message: de' },
      ...one,
    },
    details: 'Nothing changes before the link is used. It works for an hour. A running provider sends the message.',
    run: async (input) => (await import('./members.ts')).startEmailUpdate(input),
  },
  'members reactivate': {
    summary: 'makes a removed member active again',
    positionals: ['<organization>', '<member id>'],
    options: one,
    run: async (input) => (await import('./members.ts')).reactivateMember(input),
  },
  ...invitationCommands,
}
