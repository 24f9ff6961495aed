import * as z from 'zod'
import type { OAuthProviderValues } from '../../core/entities.ts'
import { label, signedToken, timestamp } from './base.ts'
import { type Exact, exactly } from './exact.ts'

export const oauthProviderValues: Exact<OAuthProviderValues> = exactly<OAuthProviderValues>()(
  z.object({
    access_token: signedToken,
    id_token: signedToken,
    refresh_token: signedToken,
    scopes: z.array(label),
    expires_at: timestamp.nullable(),
  }),
)
