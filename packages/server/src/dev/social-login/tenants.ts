import { type B2bOAuthProvider, b2bOAuthProviders } from '@latchkey/contract'
import type { FakeAccount } from './fake-accounts.ts'

/** An organization at the identity providers, with the id that each asserts. */
export interface FakeTenant {
  name: string
  /** Google: `hd`. Microsoft: `tid`. Slack: the team. HubSpot: the hub. GitHub: the organization. */
  ids: Readonly<Record<B2bOAuthProvider, string>>
}

/** The predefined tenants by a short name. */
export const fakeTenants: Readonly<Record<'acme' | 'globex', FakeTenant>> = {
  acme: {
    name: 'Acme',
    ids: {
      google: 'acme.test',
      microsoft: '3f6d0c5e-0000-4000-8000-0000000ac3e0',
      hubspot: '1001',
      slack: 'T0000ACME',
      github: '2001',
    },
  },
  globex: {
    name: 'Globex',
    ids: {
      google: 'globex.test',
      microsoft: '3f6d0c5e-0000-4000-8000-000009106e80',
      hubspot: '1002',
      slack: 'T0GLOBEX0',
      github: '2002',
    },
  },
}

/** The tenant of accounts without one, at providers where each account has one. No organization should allow it. */
const otherTenants = {
  microsoft: '3f6d0c5e-0000-4000-8000-1a7c4be70000',
  hubspot: '1000',
  slack: 'T0000OTHER',
} as const

export function hasTenants(provider: string): provider is B2bOAuthProvider {
  return (b2bOAuthProviders as readonly string[]).includes(provider)
}

/** The tenants that a provider asserts for an account: none or several at GitHub, none or one at Google, else one. */
export function tenantIds(provider: B2bOAuthProvider, { tenants = [] }: FakeAccount): string[] {
  const ids = tenants.map((tenant) => findTenant(tenant)?.ids[provider] ?? tenant)
  if (provider === 'github') return ids
  const [id = provider === 'google' ? undefined : otherTenants[provider]] = ids
  return id === undefined ? [] : [id]
}

/** The names of an account's tenants, as a person reads them. */
export function tenantNames({ tenants = [] }: FakeAccount): string[] {
  return tenants.map((tenant) => findTenant(tenant)?.name ?? tenant)
}

function findTenant(tenant: string): FakeTenant | undefined {
  return Object.hasOwn(fakeTenants, tenant) ? fakeTenants[tenant as keyof typeof fakeTenants] : undefined
}
