import { issuerOf } from '../projects/create-project.ts'
import type { ProjectRecord } from '../storage/records.ts'

/** `iss` of every token of a project: kept in its row, or made of the address the provider has. */
export function projectIssuer({ baseUrl }: { baseUrl: string }, project: Pick<ProjectRecord, 'id' | 'issuer'>): string {
  return project.issuer === '' ? issuerOf(baseUrl, project.id) : project.issuer
}

/** Where the endpoints of a project stand; the issuer may be older than the address. */
export function endpointBase({ baseUrl }: { baseUrl: string }, project: Pick<ProjectRecord, 'id'>): string {
  return `${issuerOf(baseUrl, project.id)}/oauth2`
}
