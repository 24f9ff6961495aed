import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../bootstrap/run.mjs'

/** The parts of a workflow that are checked. */
interface Workflow {
  on: { push?: { tags?: string[] } }
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

interface Job {
  'timeout-minutes'?: number
  permissions?: Record<string, string>
  steps: { uses?: string; run?: string; env?: Record<string, string> }[]
}

const folder = join(root, '.github', 'workflows')
const read = (file: string): Workflow => parse(readFileSync(join(folder, file), 'utf8'))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

describe.each(readdirSync(folder))('the workflow %s', (file) => {
  const workflow = read(file)
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)

  it('has read access only, except to sign the provenance', () => {
    const granted = [workflow.permissions, ...Object.values(workflow.jobs).map(({ permissions = {} }) => permissions)]
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const writes = granted.flatMap(Object.entries).filter(([, access]) => access !== 'read')
    expect(writes.filter(([name]) => name !== 'id-token')).toEqual([])
  })

  it('uses the actions of GitHub only, in a fixed major version, and ends in time', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? [])
    expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([])
    expect(Object.values(workflow.jobs).filter((job) => !(Number(job['timeout-minutes']) <= 90))).toEqual([])
  })

  it('runs scripts of package.json', () => {
    const names = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name))
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

it('publishes what was built and tested from a tag, with provenance', () => {
  const { on, jobs } = read('release.yml')
  const [job] = Object.values(jobs)
  const runs = job?.steps.flatMap(({ run }) => run ?? []) ?? []
  expect(on.push?.tags).toEqual(['v*'])
  expect(job?.permissions?.['id-token']).toBe('write')
  expect(runs.at(-1)).toMatch(/npm publish "\$tarball" --provenance --access public/)
  expect(runs.indexOf('npm test')).toBeGreaterThan(0)
  expect(runs.indexOf('npm run build')).toBeGreaterThan(runs.indexOf('npm test'))
  // Only the last step has the token.
  const withToken = job?.steps.filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.')) ?? []
  expect(withToken).toEqual([job?.steps.at(-1)])
  expect(existsSync(join(root, 'tools', 'build.mjs'))).toBe(true)
})
