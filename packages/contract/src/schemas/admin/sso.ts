import * as z from 'zod'
import type * as endpoints from '../../admin/sso.ts'
import type { AdminSsoListAttemptsResponse } from '../../admin/sso.ts'
import { b2bSsoSchemas } from '../b2b/sso.ts'
import { b2bSsoTestSchemas } from '../b2b/sso-test.ts'
import { email, id, label, noBody, okShape, prose, timestamp } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

const attempt = z.object({
  attempt_id: id,
  connection_id: id,
  kind: z.enum(['sign_in', 'test']),
  result: z.enum(['admitted', 'pending', 'rejected']),
  code: label.nullable(),
  created_at: timestamp,
  checks: z.array(
    z.object({
      ...{ check: label, outcome: z.enum(['passed', 'warning', 'failed']), code: label.nullable() },
      ...{ expected: prose, got: prose },
    }),
  ),
  match: z.enum(['registration', 'email', 'join']).nullable(),
  member_id: id.nullable(),
  email_address: email.nullable(),
  roles: z.array(label),
  reasons: z.array(label),
})

export const adminSsoSchemas: SchemasOf<typeof endpoints> = {
  adminSsoList: b2bSsoSchemas.b2bSsoGetConnections,
  adminSsoDelete: b2bSsoSchemas.b2bSsoDeleteConnection,
  adminSsoListAttempts: {
    request: noBody,
    response: exactly<AdminSsoListAttemptsResponse>()(z.object({ ...okShape, attempts: z.array(attempt) })),
  },
  adminSsoStartTest: b2bSsoTestSchemas.b2bSsoStartTest,
  adminSsoGetTest: b2bSsoTestSchemas.b2bSsoGetTest,
  adminSsoCreateSaml: b2bSsoSchemas.b2bSsoSamlCreate,
  adminSsoUpdateSaml: b2bSsoSchemas.b2bSsoSamlUpdate,
  adminSsoUpdateSamlByUrl: b2bSsoSchemas.b2bSsoSamlUpdateByUrl,
  adminSsoDeleteSamlCertificate: b2bSsoSchemas.b2bSsoSamlDeleteVerificationCertificate,
  adminSsoCreateOidc: b2bSsoSchemas.b2bSsoOidcCreate,
  adminSsoUpdateOidc: b2bSsoSchemas.b2bSsoOidcUpdate,
  adminSsoCreateExternal: b2bSsoSchemas.b2bSsoExternalCreate,
  adminSsoUpdateExternal: b2bSsoSchemas.b2bSsoExternalUpdate,
}
