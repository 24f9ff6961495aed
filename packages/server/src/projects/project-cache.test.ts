import { expect, it } from 'vitest'
import { sampleProject } from '../storage/testing/sample.ts'
import { openTestStorage } from '../testing/harness.ts'
import { createProjectCache } from './project-cache.ts'

/** A cache over one project, and every token the store was asked for. */
async function createWatchedCache() {
  const storage = await openTestStorage('sqlite')
  const project = sampleProject()
  await storage.projects.insert(project)
  const asked: string[] = []
  const watched = {
    ...storage,
    projects: {
      ...storage.projects,
      findByPublicToken: (token: string) => {
        asked.push(token)
        return storage.projects.findByPublicToken(token)
      },
    },
  }
  return { cache: createProjectCache({ storage: watched, clock: { now: () => 0 }, maxAgeMs: 5_000 }), project, asked }
}

it('remembers what exists, however many unknown tokens are tried', async () => {
  const { cache, project, asked } = await createWatchedCache()
  expect(await cache.byPublicToken(project.publicToken)).toEqual(project)
  for (let count = 0; count < 10_001; count += 1) await cache.byPublicToken(`public-token-test-${count}`)
  asked.length = 0
  expect(await cache.byPublicToken(project.publicToken)).toEqual(project)
  expect(asked).toEqual([])
})

it('remembers nothing of a token that is unknown', async () => {
  const { cache, asked } = await createWatchedCache()
  expect(await cache.byPublicToken('nobody')).toBe(null)
  expect(await cache.byPublicToken('nobody')).toBe(null)
  expect(asked).toEqual(['nobody', 'nobody'])
})

it('asks the store for nothing that is too long to be a token', async () => {
  const { cache, asked } = await createWatchedCache()
  expect(await cache.byPublicToken('x'.repeat(257))).toBe(null)
  expect(asked).toEqual([])
})

it('goes on with what it knows while the store does not answer, asks it once, and takes what comes in the end (F4)', async () => {
  const storage = await openTestStorage('sqlite')
  const project = sampleProject()
  let now = 0
  let asked = 0
  let answer = (_project: typeof project): void => {}
  const findByPublicToken = () => {
    asked += 1
    if (asked === 1) return Promise.resolve(project)
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
  expect(asked).toBe(2)
  const renamed = { ...project, name: 'Renamed' }
  answer(renamed)
  await new Promise((resolve) => setTimeout(resolve))
  expect([await look(), asked]).toEqual([renamed, 2])
})

it('says by what it has read who may read an error, for a minute, and asks nobody (F4)', async () => {
  const storage = await openTestStorage('sqlite')
  const project = sampleProject()
  await storage.projects.insert(project)
  const origin = 'http://localhost:3000'
  let now = 0
  const cache = createProjectCache({ storage, clock: { now: () => now }, maxAgeMs: 5_000 })
  expect(cache.isKnownToAuthorize(origin)).toBe(false)
  expect(await cache.someoneAuthorizes(origin)).toBe(true)
  expect([cache.isKnownToAuthorize(origin), cache.isKnownToAuthorize('https://elsewhere.example')]).toEqual([
    true,
    false,
  ])
  now = 59_999
  expect(cache.isKnownToAuthorize(origin)).toBe(true)
  now = 60_000
  expect(cache.isKnownToAuthorize(origin)).toBe(false)
})
