import { asDocument, asId, asList, asPicture, asText, asTextOrNull, splitName } from './document.ts'
import type { Disclosure, Document, Identity } from './identity-provider.ts'

/** Readers of identities, one per response format of the providers. Null without a subject. */

/** OpenID Connect Core §5.1: claims of the id token, completed by the userinfo response. */
export function standardIdentity(disclosure: Disclosure): Identity | null {
  return openIdIdentity(disclosure, ({ email_verified }) => email_verified === true)
}

/**
 * The address and whether it is verified come from one document: the id token if it names an address, else the
 * userinfo response. A flag of one document says nothing about the address of the other.
 */
function openIdIdentity({ claims, profile }: Disclosure, isVerified: (document: Document) => boolean): Identity | null {
  // The id token wins: it is signed.
  const all = { ...profile, ...claims }
  const source = 'email' in claims ? claims : profile
  return identity(claims.sub, {
    email: source.email,
    emailVerified: isVerified(source),
    ...readName(all.given_name, all.family_name, all.name),
    picture: all.picture,
    locale: all.locale,
  })
}

/**
 * Administrators of any Microsoft tenant can write any address into `email`: it belongs to the user only if the owner
 * of the domain was verified (`xms_edov`), or if it is an account of Microsoft's own tenant for personal accounts.
 */
export function microsoftIdentity(disclosure: Disclosure): Identity | null {
  return openIdIdentity(disclosure, ({ tid, xms_edov }) => xms_edov === true || tid === personalAccountsTenant)
}

export const personalAccountsTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Apple documents `email_verified` as a boolean or the text "true". The name is sent with the code, as JSON, and only
 * at the first sign-in.
 */
export function appleIdentity(disclosure: Disclosure): Identity | null {
  const found = openIdIdentity(disclosure, ({ email_verified }) => email_verified === true || email_verified === 'true')
  const { firstName, lastName } = asDocument(asDocument(parseJson(disclosure.callback.user)).name)
  return found && { ...found, firstName: asText(firstName, 128), lastName: asText(lastName, 128) }
}

export function twitchIdentity(disclosure: Disclosure): Identity | null {
  const found = standardIdentity(disclosure)
  return found && { ...found, ...splitName(asText(disclosure.claims.preferred_username, 128)) }
}

export function githubIdentity({ profile, emails }: Disclosure): Identity | null {
  const own = asList(emails)
  const best =
    own.find(({ primary, verified }) => primary === true && verified === true) ??
    own.find(({ primary }) => primary === true)
  return identity(profile.id, {
    email: best?.email,
    emailVerified: best?.verified === true,
    ...splitName(asText(profile.name, 128) || asText(profile.login, 128)),
    picture: profile.avatar_url,
  })
}

export function bitbucketIdentity({ profile, emails }: Disclosure): Identity | null {
  const primary = asList(asDocument(emails).values).find(({ is_primary }) => is_primary === true)
  return identity(profile.uuid, {
    email: primary?.email,
    emailVerified: primary?.is_confirmed === true,
    ...splitName(asText(profile.display_name, 128)),
    picture: asDocument(asDocument(profile.links).avatar).href,
  })
}

/** The provider does not state whether the email address is verified. */
export function facebookIdentity({ profile }: Disclosure): Identity | null {
  return identity(profile.id, {
    email: profile.email,
    ...readName(profile.first_name, profile.last_name, profile.name),
    picture: asDocument(asDocument(profile.picture).data).url,
  })
}

export function discordIdentity({ profile }: Disclosure): Identity | null {
  const [id, avatar] = [asId(profile.id), asText(profile.avatar)]
  return identity(id, {
    email: profile.email,
    emailVerified: profile.verified === true,
    ...splitName(asText(profile.global_name, 128) || asText(profile.username, 128)),
    picture: avatar === '' ? null : `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`,
    locale: profile.locale,
  })
}

/** The provider does not state whether the email address is verified. */
export function amazonIdentity({ profile }: Disclosure): Identity | null {
  return identity(profile.user_id, { email: profile.email, ...splitName(asText(profile.name, 128)) })
}

/** The provider does not state whether the email address is verified. */
export function coinbaseIdentity({ profile }: Disclosure): Identity | null {
  const data = asDocument(profile.data)
  return identity(data.id, { email: data.email, ...splitName(asText(data.name, 128)), picture: data.avatar_url })
}

/** The provider does not state whether the email address is verified. */
export function hubspotIdentity({ profile }: Disclosure): Identity | null {
  return identity(profile.user_id, { email: profile.user })
}

/** The provider does not state whether the email address is verified. */
export function figmaIdentity({ profile }: Disclosure): Identity | null {
  return identity(profile.id, {
    email: profile.email,
    ...splitName(asText(profile.handle, 128)),
    picture: profile.img_url,
  })
}

export function twitterIdentity({ profile }: Disclosure): Identity | null {
  const data = asDocument(profile.data)
  return identity(data.id, { ...splitName(asText(data.name, 128)), picture: data.profile_image_url })
}

export function tiktokIdentity({ profile }: Disclosure): Identity | null {
  const user = asDocument(asDocument(profile.data).user)
  return identity(user.open_id, { ...splitName(asText(user.display_name, 128)), picture: user.avatar_url })
}

export function snapchatIdentity({ profile }: Disclosure): Identity | null {
  const me = asDocument(asDocument(profile.data).me)
  return identity(me.externalId, {
    ...splitName(asText(me.displayName, 128)),
    picture: asDocument(me.bitmoji).avatar,
  })
}

interface RawIdentity {
  email?: unknown
  emailVerified?: boolean
  firstName?: string
  lastName?: string
  picture?: unknown
  locale?: unknown
}

function identity(subject: unknown, raw: RawIdentity): Identity | null {
  const id = asId(subject)
  if (id === '') return null
  const email = asTextOrNull(raw.email, 320)
  return {
    subject: id,
    email,
    emailVerified: email !== null && raw.emailVerified === true,
    firstName: raw.firstName ?? '',
    lastName: raw.lastName ?? '',
    pictureUrl: asPicture(raw.picture),
    locale: asTextOrNull(raw.locale, 64),
  }
}

function readName(first: unknown, last: unknown, whole: unknown): { firstName: string; lastName: string } {
  const [firstName, lastName] = [asText(first, 128), asText(last, 128)]
  return firstName === '' && lastName === '' ? splitName(asText(whole, 128)) : { firstName, lastName }
}

function parseJson(text: unknown): Document {
  try {
    return asDocument(JSON.parse(asText(text, 4_096)))
  } catch {
    return {}
  }
}
