import * as z from 'zod'

interface Presented<Response> {
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined
  response: Response
}

/** RegistrationResponseJSON (WebAuthn 3 §5.1.8), bytes as canonical base64url. */
export type PresentedRegistration = Presented<{
  clientDataJSON: string
  attestationObject: string
  transports?: string[] | null | undefined
}>

/** AuthenticationResponseJSON, encoded the same way. */
export type PresentedAuthentication = Presented<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | null | undefined
}>

const binary = z.string().transform((text, context) => {
  // Some clients send plain base64.
  const url = text
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
  if (/^[A-Za-z0-9_-]*$/.test(url) && Buffer.from(url, 'base64url').toString('base64url') === url) return url
  context.addIssue({ code: 'custom', message: 'not base64url' })
  return z.NEVER
})

const credential = {
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish().catch(null),
}

const registration: z.ZodType<PresentedRegistration> = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(32)).max(10).nullish().catch([]),
  }),
})

const authentication: z.ZodType<PresentedAuthentication> = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: binary.nullish(),
  }),
})

/** Throws if the JSON is not a registration response. */
export function readRegistration(json: string): PresentedRegistration {
  return requireMatchingId(registration.parse(JSON.parse(json)))
}

export function readAuthentication(json: string): PresentedAuthentication {
  return requireMatchingId(authentication.parse(JSON.parse(json)))
}

function requireMatchingId<T extends { id: string; rawId: string }>(presented: T): T {
  if (presented.id === '' || presented.id !== presented.rawId) throw new TypeError('id and rawId differ')
  return presented
}
