import { issuerOf } from '../projects/create-project.ts'
import type { ProjectRecord } from '../storage/records.ts'

/** `iss` of every token of a project: stored in its row, or built from the base URL. */
export function projectIssuer({ baseUrl }: { baseUrl: string }, project: Pick<ProjectRecord, 'id' | 'issuer'>): string {
  return project.issuer === '' ? issuerOf(baseUrl, project.id) : project.issuer
}

/** The base of a project's OAuth endpoints. Not the issuer, which may be older than the base URL. */
export function endpointBase({ baseUrl }: { baseUrl: string }, project: Pick<ProjectRecord, 'id'>): string {
  return `${issuerOf(baseUrl, project.id)}/oauth2`
}
