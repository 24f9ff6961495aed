import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../projects/default-settings.ts'
import type { ProjectRecord, ProjectSettings } from '../storage/records.ts'
import { requestedRedirect } from './requested-redirect.ts'

const page = 'https://app.example.com/organizations'

function projectWith(redirectUrls: ProjectSettings['redirectUrls']): ProjectRecord {
  return {
    ...{ id: 'project-test-1', name: 'Acme', environment: 'test', vertical: 'B2B', publicToken: 't', issuer: '' },
    ...{ settings: { ...defaultSettings(), redirectUrls }, revision: 1, createdAt: 0 },
  }
}

const refusal = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('requestedRedirect', () => {
  it('has errors of its own for discovery [B-DISC-14]', () => {
    const project = projectWith({ login: [page], discovery: [] })
    expect(refusal(() => requestedRedirect(project, 'discovery', undefined))).toMatchObject({
      type: 'no_discovery_redirect_url',
    })
    expect(refusal(() => requestedRedirect(project, 'discovery', page))).toMatchObject({
      type: 'invalid_discovery_redirect_url',
    })
    expect(requestedRedirect(projectWith({ discovery: [page] }), 'discovery', undefined)).toBe(page)
  })

  it('treats settings from before a type of redirect as an empty list', () => {
    const project = projectWith({ login: [page] })
    expect(refusal(() => requestedRedirect(project, 'invite', undefined))).toMatchObject({ type: 'no_redirect_url' })
    expect(refusal(() => requestedRedirect(project, 'invite', page))).toMatchObject({ type: 'invalid_redirect_url' })
    expect(requestedRedirect(project, 'login', undefined)).toBe(page)
  })
})
