import { seededEvery, seededMember, seededUser, seedMembers, seedUsers } from '@latchkey/server/testing'
import { type MeasuredProvider, openMeasured } from './provider.ts'

/** A seeded database and a provider with production settings. */
export interface Scale {
  measured: MeasuredProvider
  size: number
  /** A secret key of the project. */
  secretKey: string
  b2bToken: string
  b2bId: string
  /** The session token of a seeded user. */
  session: string
  /** The cursor in the middle of the list of users. */
  middle: string
  /** The number of a user with one registration of every kind; a different one on each call. */
  nextUser(): number
  close(): Promise<void>
}

export async function openScale(database: string, size: number): Promise<Scale> {
  // Searches have a minimum duration. It is turned off to measure the actual work.
  const measured = await openMeasured(database, { searchFloorMs: 0 })
  const { project, storage, provider } = measured
  const b2b = {
    ...project,
    id: `${project.id}-b2b`,
    publicToken: `${project.publicToken}-b2b`,
    vertical: 'B2B',
  } as const
  await storage.projects.insert(b2b)
  const now = Date.now()
  await seedUsers({ database, projectId: project.id, count: size, now })
  await seedMembers({ database, projectId: b2b.id, count: size, now })
  const secretKey = await measured.secretKey()
  const users = Math.ceil(size / seededEvery)
  let turn = 0
  return {
    ...{ measured, size, secretKey, b2bToken: b2b.publicToken, b2bId: b2b.id },
    session: await measured.signIn(seededUser(0).email),
    middle: await findMiddleUser(measured, size),
    // A step that is coprime to the count visits all users in an irregular order.
    nextUser: () => ((turn++ * 7_919) % users) * seededEvery,
    async close() {
      await provider.close()
      await storage.close()
    },
  }
}

/** The cursor after half of the users, built without paging. */
async function findMiddleUser({ storage, project }: MeasuredProvider, size: number): Promise<string> {
  const { nextCursor } = await storage.accounts.list({ projectId: project.id, organizationId: null }, { limit: 1 })
  const middle = await storage.accounts.get(project.id, seededUser(Math.floor(size / 2)).accountId)
  if (nextCursor === null || middle === null) throw new Error('no user was seeded')
  // A cursor consists of the creation time and the id of the last row.
  return Buffer.from(JSON.stringify([middle.createdAt, middle.id])).toString('base64url')
}

interface Operation {
  name: string
  run(scale: Scale, user: number): Promise<unknown>
}

const administer = ({ measured, secretKey }: Scale, path: string, query: Record<string, string> = {}) =>
  measured.send(`/v1${path}?${new URLSearchParams(query)}`, secretKey)

const realmOfMember = (projectId: string, member: number) => ({
  projectId,
  organizationId: seededMember(member).organizationId,
})

/** A sign-in, and all lists and searches. */
export const operations: readonly Operation[] = [
  { name: 'sign-in by passcode', run: ({ measured }, user) => measured.signIn(seededUser(user).email) },
  {
    name: 'user search of a page',
    run: ({ measured }, user) => measured.call('/users/search', { email: seededUser(user).email }),
  },
  {
    name: 'user search of a page, unknown address',
    run: ({ measured }, user) => measured.call('/users/search', { email: `unknown-${user}@example.com` }),
  },
  { name: 'users, first page', run: (scale) => administer(scale, '/users') },
  { name: 'users, a page in the middle', run: (scale) => administer(scale, '/users', { cursor: scale.middle }) },
  {
    name: 'users by email address',
    run: (scale, user) => administer(scale, '/users', { query: seededUser(user).email }),
  },
  {
    name: 'users whose address begins with one of ten letters',
    run: (scale) => administer(scale, '/users', { query: 'p5' }),
  },
  {
    name: 'users by external id',
    run: (scale, user) => administer(scale, '/users', { query: seededUser(user).externalId }),
  },
  {
    name: 'sessions of a user',
    run: (scale, user) => administer(scale, '/sessions', { user_id: seededUser(user).accountId }),
  },
  {
    name: 'connected apps',
    run: ({ measured, session }) =>
      measured.send('/sdk/v1/users/connected_apps', `${measured.project.publicToken}:${session}`),
  },
  {
    name: 'member search',
    run({ measured, b2bToken }, user) {
      const { email, organizationId } = seededMember(user)
      const body = { email_address: email, organization_id: organizationId }
      return measured.send('/sdk/v1/b2b/organizations/members/search', `${b2bToken}:${b2bToken}`, body)
    },
  },
  // The smallest database has ten organizations.
  { name: 'organizations', run: ({ measured, b2bId }) => measured.storage.organizations.list(b2bId, { limit: 10 }) },
  {
    name: 'organization by id',
    run: ({ measured, b2bId }, user) => measured.storage.organizations.get(b2bId, seededMember(user).organizationId),
  },
  {
    name: 'organization by slug',
    run: ({ measured, b2bId }, user) =>
      measured.storage.organizations.getBySlug(b2bId, seededMember(user).organizationSlug),
  },
  {
    name: 'members of an organization',
    run: ({ measured, b2bId }, user) => measured.storage.members.list(realmOfMember(b2bId, user), { limit: 50 }),
  },
  {
    name: 'invited members of an organization',
    run: ({ measured, b2bId }, user) =>
      measured.storage.members.list(realmOfMember(b2bId, user), { limit: 5, status: 'invited' }),
  },
  {
    name: 'member by id',
    run: ({ measured, b2bId }, user) =>
      measured.storage.members.get(realmOfMember(b2bId, user), seededMember(user).memberId),
  },
  {
    name: 'member by email address',
    run: ({ measured, b2bId }, user) =>
      measured.storage.members.findByEmail(realmOfMember(b2bId, user), seededMember(user).email),
  },
  {
    name: 'member by external id',
    run: ({ measured, b2bId }, user) =>
      measured.storage.members.findByExternalId(realmOfMember(b2bId, user), seededMember(user).externalId),
  },
  { name: 'projects', run: ({ measured }) => measured.storage.projects.list() },
  {
    name: 'audit, from the middle',
    run: ({ measured, size }) =>
      measured.storage.audit.list(measured.project.id, { afterSeq: Math.floor(size / seededEvery / 2), limit: 50 }),
  },
]
