import { createHash } from 'node:crypto'

/** A person in the directory of a fake enterprise identity provider. */
export interface EnterprisePerson {
  email: string
  firstName: string
  lastName: string
  /** Names of groups. */
  groups: readonly string[]
}

interface KnownPerson extends EnterprisePerson {
  /** What the seed of a development provider has of the person. */
  note: string
}

export type EnterprisePersonName = 'ada' | 'grace' | 'alan' | 'katherine' | 'charles' | 'dorothy' | 'mary'

/** The members of the seeded organizations, then people without an account. */
export const enterprisePeople: Readonly<Record<EnterprisePersonName, KnownPerson>> = {
  ada: {
    ...{ email: 'ada@acme.test', firstName: 'Ada', lastName: 'Lovelace' },
    ...{ groups: ['Everyone', 'Engineering', 'Admins'], note: 'Admin of Acme, member of Globex' },
  },
  grace: {
    ...{ email: 'grace@acme.test', firstName: 'Grace', lastName: 'Hopper' },
    ...{ groups: ['Everyone', 'Engineering'], note: 'Member of Acme' },
  },
  alan: {
    ...{ email: 'alan@example.com', firstName: 'Alan', lastName: 'Turing' },
    ...{ groups: ['Everyone'], note: 'Invited to Acme' },
  },
  katherine: {
    ...{ email: 'katherine@globex.test', firstName: 'Katherine', lastName: 'Johnson' },
    ...{ groups: ['Everyone', 'Research'], note: 'Admin of Globex' },
  },
  charles: {
    ...{ email: 'charles@acme.test', firstName: 'Charles', lastName: 'Babbage' },
    ...{ groups: ['Everyone', 'Engineering'], note: 'No account, domain of Acme' },
  },
  dorothy: {
    ...{ email: 'dorothy@acme.test', firstName: 'Dorothy', lastName: 'Vaughan' },
    ...{ groups: [], note: 'No account, domain of Acme' },
  },
  mary: {
    ...{ email: 'mary@example.org', firstName: 'Mary', lastName: 'Jackson' },
    ...{ groups: ['Everyone'], note: 'No account, another domain' },
  },
}

export function isEnterprisePerson(name: string): name is EnterprisePersonName {
  return Object.hasOwn(enterprisePeople, name)
}

export function personName({ firstName, lastName }: EnterprisePerson): string {
  return `${firstName} ${lastName}`.trim()
}

/** The same text at every start. */
export function stableId(kind: string, text: string): string {
  return createHash('sha256').update(`${kind}\n${text}`).digest('hex')
}

/** A GUID, the same at every start; a text that is one already stays as it is. */
export function guidOf(kind: string, text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase()
  const digits = stableId(kind, text)
  return [
    ...[digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`],
    ...[`8${digits.slice(17, 20)}`, digits.slice(20, 32)],
  ].join('-')
}
