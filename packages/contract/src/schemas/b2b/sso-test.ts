import * as z from 'zod'
import type * as endpoints from '../../b2b/sso-test.ts'
import type { B2bSsoGetTestResponse, B2bSsoStartTestResponse, SsoTestResult } from '../../b2b/sso-test.ts'
import { email, label, noBody, okShape, prose, timestamp, token, url } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'

const result = exactly<SsoTestResult>()(
  z.object({
    passed: z.boolean(),
    code: label.nullable(),
    checks: z.array(
      z.object({
        ...{ check: label, outcome: z.enum(['passed', 'warning', 'failed']), code: label.nullable() },
        ...{ expected: prose, got: prose, advice: prose.nullable() },
      }),
    ),
    attributes: jsonObject,
    identity: z
      .object({
        ...{
          external_id: prose,
          email_address: email,
          name: label,
          groups: z.array(label),
          sso_attributes: jsonObject,
        },
      })
      .nullable(),
    idp_mfa: z.boolean(),
    join: z
      .object({
        allowed: z.boolean(),
        match: z.enum(['registration', 'email', 'join']).nullable(),
        reasons: z.array(z.object({ code: label, description: prose })),
        roles: z.array(label),
      })
      .nullable(),
  }),
)

export const b2bSsoTestSchemas: SchemasOf<typeof endpoints> = {
  b2bSsoStartTest: {
    request: noBody,
    response: exactly<B2bSsoStartTestResponse>()(
      z.object({ ...okShape, test_id: token, test_url: url, expires_at: timestamp }),
    ),
  },
  b2bSsoGetTest: {
    request: noBody,
    response: exactly<B2bSsoGetTestResponse>()(
      z.object({ ...okShape, status: z.enum(['waiting', 'finished']), result: result.nullable() }),
    ),
  },
}
