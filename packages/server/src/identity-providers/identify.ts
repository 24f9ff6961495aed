import { asDocument, asId, asList, asPicture, asText, asTextOrNull, isTrue, splitName } from './document.ts'
import type { Disclosure, Document, Identity } from './identity-provider.ts'

/** Readers of identities, one for each way in which providers tell them. None without a subject. */

/** OpenID Connect Core §5.1, from the id token, and beyond it from the userinfo endpoint. */
export function standardIdentity({ claims, profile }: Disclosure): Identity | null {
  // The id token wins: it is the one that was signed.
  const all = { ...profile, ...claims }
  return identity(claims.sub, {
    email: all.email,
    emailVerified: isTrue(all.email_verified),
    ...nameOf(all.given_name, all.family_name, all.name),
    picture: all.picture,
    locale: all.locale,
  })
}

/**
 * Microsoft lets administrators of any tenant write any address into `email`: it is somebody's own only where the
 * domain's owner was verified (`xms_edov`) or where Microsoft itself keeps the account.
 */
export function microsoftIdentity(disclosure: Disclosure): Identity | null {
  const found = standardIdentity(disclosure)
  const { tid, xms_edov } = disclosure.claims
  return found && { ...found, emailVerified: isTrue(xms_edov) || tid === personalAccountsTenant }
}

const personalAccountsTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** The name comes beside the code, as JSON, and only the first time somebody signs in. */
export function appleIdentity(disclosure: Disclosure): Identity | null {
  const found = standardIdentity(disclosure)
  const { firstName, lastName } = asDocument(asDocument(parsed(disclosure.callback.user)).name)
  return found && { ...found, firstName: asText(firstName, 128), lastName: asText(lastName, 128) }
}

export function twitchIdentity(disclosure: Disclosure): Identity | null {
  const found = standardIdentity(disclosure)
  return found && { ...found, ...splitName(asText(disclosure.claims.preferred_username, 128)) }
}

export function githubIdentity({ profile, emails }: Disclosure): Identity | null {
  const own = asList(emails)
  const best =
    own.find(({ primary, verified }) => isTrue(primary) && isTrue(verified)) ??
    own.find(({ primary }) => isTrue(primary))
  return identity(profile.id, {
    email: best?.email,
    emailVerified: isTrue(best?.verified),
    ...splitName(asText(profile.name, 128) || asText(profile.login, 128)),
    picture: profile.avatar_url,
  })
}

export function bitbucketIdentity({ profile, emails }: Disclosure): Identity | null {
  const primary = asList(asDocument(emails).values).find(({ is_primary }) => isTrue(is_primary))
  return identity(profile.uuid, {
    email: primary?.email,
    emailVerified: isTrue(primary?.is_confirmed),
    ...splitName(asText(profile.display_name, 128)),
    picture: asDocument(asDocument(profile.links).avatar).href,
  })
}

/** Says nothing of whether the address was ever proven. */
export function facebookIdentity({ profile }: Disclosure): Identity | null {
  return identity(profile.id, {
    email: profile.email,
    ...nameOf(profile.first_name, profile.last_name, profile.name),
    picture: asDocument(asDocument(profile.picture).data).url,
  })
}

export function discordIdentity({ profile }: Disclosure): Identity | null {
  const [id, avatar] = [asId(profile.id), asText(profile.avatar)]
  return identity(id, {
    email: profile.email,
    emailVerified: isTrue(profile.verified),
    ...splitName(asText(profile.global_name, 128) || asText(profile.username, 128)),
    picture: avatar === '' ? null : `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`,
    locale: profile.locale,
  })
}

/** Says nothing of whether the address was ever proven. */
export function amazonIdentity({ profile }: Disclosure): Identity | null {
  return identity(profile.user_id, { email: profile.email, ...splitName(asText(profile.name, 128)) })
}

/** Says nothing of whether the address was ever proven. */
export function coinbaseIdentity({ profile }: Disclosure): Identity | null {
  const data = asDocument(profile.data)
  return identity(data.id, { email: data.email, ...splitName(asText(data.name, 128)), picture: data.avatar_url })
}

/** Says nothing of whether the address was ever proven. */
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

interface Told {
  email?: unknown
  emailVerified?: boolean
  firstName?: string
  lastName?: string
  picture?: unknown
  locale?: unknown
}

function identity(subject: unknown, told: Told): Identity | null {
  const id = asId(subject)
  if (id === '') return null
  const email = asTextOrNull(told.email, 320)
  return {
    subject: id,
    email,
    emailVerified: email !== null && told.emailVerified === true,
    firstName: told.firstName ?? '',
    lastName: told.lastName ?? '',
    pictureUrl: asPicture(told.picture),
    locale: asTextOrNull(told.locale, 64),
  }
}

function nameOf(first: unknown, last: unknown, whole: unknown): { firstName: string; lastName: string } {
  const [firstName, lastName] = [asText(first, 128), asText(last, 128)]
  return firstName === '' && lastName === '' ? splitName(asText(whole, 128)) : { firstName, lastName }
}

function parsed(text: unknown): Document {
  try {
    return asDocument(JSON.parse(asText(text, 4_096)))
  } catch {
    return {}
  }
}
