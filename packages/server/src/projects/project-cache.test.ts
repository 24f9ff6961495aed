import { expect, it } from 'vitest'
import { sampleProject } from '../storage/testing/sample.ts'
import { openTestStorage } from '../testing/harness.ts'
import { createProjectCache } from './project-cache.ts'

/** A cache over one project, and every token that was looked up in the database. */
async function createWatchedCache() {
  const storage = await openTestStorage('sqlite')
  const project = sampleProject()
  await storage.projects.insert(project)
  const lookups: string[] = []
  const watched = {
    ...storage,
    projects: {
      ...storage.projects,
      findByPublicToken: (token: string) => {
        lookups.push(token)
        return storage.projects.findByPublicToken(token)
      },
    },
  }
  return { cache: createProjectCache({ storage: watched, clock: { now: () => 0 }, maxAgeMs: 5_000 }), project, lookups }
}

it('keeps a project cached while many unknown tokens are tried', async () => {
  const { cache, project, lookups } = await createWatchedCache()
  expect(await cache.byPublicToken(project.publicToken)).toEqual(project)
  for (let count = 0; count < 10_001; count += 1) await cache.byPublicToken(`public-token-test-${count}`)
  lookups.length = 0
  expect(await cache.byPublicToken(project.publicToken)).toEqual(project)
  expect(lookups).toEqual([])
})

it('does not cache an unknown token', async () => {
  const { cache, lookups } = await createWatchedCache()
  expect(await cache.byPublicToken('unknown')).toBe(null)
  expect(await cache.byPublicToken('unknown')).toBe(null)
  expect(lookups).toEqual(['unknown', 'unknown'])
})

it('does not look up a value that is too long for a token', async () => {
  const { cache, lookups } = await createWatchedCache()
  expect(await cache.byPublicToken('x'.repeat(257))).toBe(null)
  expect(lookups).toEqual([])
})

it('serves stale projects while the database does not respond, reads once and uses the late response (F4)', async () => {
  const storage = await openTestStorage('sqlite')
  const project = sampleProject()
  let now = 0
  let lookups = 0
  let answer = (_project: typeof project): void => {}
  const findByPublicToken = () => {
    lookups += 1
    if (lookups === 1) return Promise.resolve(project)
    return new Promise<typeof project>((resolve) => {
      answer = resolve
    })
  }
  const slow = { ...storage, projects: { ...storage.projects, findByPublicToken } }
  const cache = createProjectCache({ storage: slow, clock: { now: () => now }, maxAgeMs: 5_000 })
  const look = () => cache.byPublicToken('a')
  expect(await look()).toBe(project)
  now = 6_000
  expect(await Promise.all([look(), look(), look()])).toEqual([project, project, project])
  expect(lookups).toBe(2)
  const renamed = { ...project, name: 'Renamed' }
  answer(renamed)
  await new Promise((resolve) => setTimeout(resolve))
  expect([await look(), lookups]).toEqual([renamed, 2])
})

it('decides for a minute from cached projects which origins may read an error, without a lookup (F4)', async () => {
  const storage = await openTestStorage('sqlite')
  const project = sampleProject()
  await storage.projects.insert(project)
  const origin = 'http://localhost:3000'
  let now = 0
  const cache = createProjectCache({ storage, clock: { now: () => now }, maxAgeMs: 5_000 })
  expect(cache.isKnownToAuthorize(origin)).toBe(false)
  expect(await cache.isAuthorizedByAnyProject(origin)).toBe(true)
  expect([cache.isKnownToAuthorize(origin), cache.isKnownToAuthorize('https://elsewhere.example')]).toEqual([
    true,
    false,
  ])
  now = 59_999
  expect(cache.isKnownToAuthorize(origin)).toBe(true)
  now = 60_000
  expect(cache.isKnownToAuthorize(origin)).toBe(false)
})
