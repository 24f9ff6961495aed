import * as z from 'zod'
import type { RbacPolicy, RbacRole } from '../../core/rbac.ts'
import { label, prose } from './base.ts'
import { type Exact, exactly } from './exact.ts'

const permissions = z.array(z.object({ resource_id: label, actions: z.array(label) }))

export const rbacRole: Exact<RbacRole> = exactly<RbacRole>()(
  z.object({ role_id: label, description: prose, permissions }),
)

export const rbacPolicy: Exact<RbacPolicy> = exactly<RbacPolicy>()(
  z.object({
    roles: z.array(rbacRole),
    resources: z.array(z.object({ resource_id: label, description: prose, actions: z.array(label) })),
    scopes: z.array(z.object({ scope: label, description: prose, permissions })),
  }),
)
