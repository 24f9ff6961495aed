/**
 * A simple second implementation of the expected responses: users, their addresses, sessions and pending one-time
 * secrets. It does not use storage, transactions or HTTP.
 */

const minute = 60_000
const hour = 60 * minute

interface Address {
  id: string
  verified: boolean
  createdAt: number
}

interface Authenticator {
  id: string
  secret: string
  verified: boolean
  lastStep: number
  expiresAt: number
  recoveryCodes: Set<string>
}

interface ModelUser {
  id: string
  addresses: Map<string, Address>
  /** Null without a password; an empty password must be reset. */
  password: string | null
  authenticators: Authenticator[]
  disabled: boolean
  /** Secrets from before this instant do not sign in to the account. */
  secretsValidAfter: number
}

interface ModelSession {
  id: string
  userId: string
  token: string
  previous: { token: string; until: number } | null
  expiresAt: number
  revoked: boolean
}

/** A sent code or link. */
interface Secret {
  kind: 'code' | 'magic_link' | 'reset' | 'reset_login'
  /** The method id of a code, or the token of a link. */
  key: string
  code: string
  address: string
  userId: string | null
  sessionId: string | null
  create: boolean
  verifier: string | null
  issuedAt: number
  expiresAt: number
  attempts: number
  mismatches: number
  used: boolean
  voided: boolean
  /** The account it was issued for was disabled, enabled or lost a factor since. */
  accountEnded: boolean
}

/** Values of a response that the model stores. */
export interface Learned {
  userId: string
  sessionId: string
  token: string
  addresses: ReadonlyMap<string, string>
}

/** The expected outcome, and the resulting change of the model. */
export interface Expected {
  outcome: string
  then?: (learned: Learned) => void
}

export type Verifier = 'right' | 'wrong' | 'none'
const refused = (outcome: string): Expected => ({ outcome })
const ok = (then: (learned: Learned) => void): Expected => ({ outcome: '200', then })

export interface Model {
  secrets: Secret[]
  findUser(userId: string): ModelUser | undefined
  owner(address: string): ModelUser | undefined
  session(token: string | null): ModelSession | null
  send(mode: 'login_or_create' | 'primary' | 'secondary', address: string, token: string | null): Expected
  sent(
    secret: Pick<Secret, 'kind' | 'key' | 'code' | 'address' | 'verifier'> & {
      minutes: number
      mode: string
      token: string | null
    },
  ): void
  enterCode(secret: Secret, isRight: boolean, token: string | null): Expected
  openLink(
    secret: Secret,
    by: 'magic_link' | 'reset',
    verifier: Verifier,
    token: string | null,
    password: string,
  ): Expected
  createPassword(address: string, password: string): Expected
  enterPassword(address: string, password: string, token: string | null): Expected
  changePassword(password: string, token: string | null): Expected
  refresh(token: string | null, minutes: number | null): Expected
  revoke(token: string | null): Expected
  enroll(token: string | null, made: () => { id: string; secret: string; codes: readonly string[] }): Expected
  enterTotp(token: string | null, step: number, matches: (secret: string) => boolean): Expected
  recover(token: string | null, code: string): Expected
  removeAddress(token: string | null, id: string, kind: 'email' | 'phone'): Expected
  remove(userId: string): void
  disable(userId: string, isDisabled: boolean): void
}

const kindOf = (address: string): 'email' | 'phone' => (address.includes('@') ? 'email' : 'phone')
const notFound = (address: string): string =>
  kindOf(address) === 'email' ? 'email_not_found' : 'phone_number_not_found'
const duplicate = (address: string): string =>
  kindOf(address) === 'email' ? 'duplicate_email' : 'duplicate_phone_number'

export function createModel(now: () => number, sessionMinutes: number): Model {
  const users = new Map<string, ModelUser>()
  const sessions: ModelSession[] = []
  const counts = new Map<string, { wrong: number; lockedUntil: number }>()
  let secrets: Secret[] = []

  const owner = (address: string): ModelUser | undefined =>
    [...users.values()].find((one) => one.addresses.has(address))
  const findActiveSession = (token: string | null): ModelSession | null => {
    const found = sessions.find(
      (one) => one.token === token || (one.previous?.token === token && one.previous.until > now()),
    )
    if (!found || found.revoked || found.expiresAt <= now()) return null
    const user = users.get(found.userId)
    return user && !user.disabled ? found : null
  }

  /** Counts a guess before the comparison. Returns false without counting if a subject is locked out. */
  function count(subjects: readonly string[]): boolean {
    if (subjects.some((subject) => (counts.get(subject)?.lockedUntil ?? 0) > now())) return false
    for (const subject of subjects) {
      const wrong = (counts.get(subject)?.wrong ?? 0) + 1
      const lockedUntil = wrong % 10 === 0 ? now() + Math.min(hour * 2 ** (wrong / 10 - 1), 24 * hour) : 0
      counts.set(subject, { wrong, lockedUntil })
    }
    return true
  }
  function refundGuesses(subject: string, guesses: number): void {
    const known = counts.get(subject)
    if (known) counts.set(subject, { wrong: Math.max(0, known.wrong - guesses), lockedUntil: 0 })
  }
  const subjectOf = (user: ModelUser | undefined, address: string): string => (user ? `user:${user.id}` : address)

  function revokeOthers(userId: string, except: string | null): void {
    for (const one of sessions) if (one.userId === userId && one.id !== except) one.revoked = true
  }

  /** The session after a sign-in: the caller's session of the same user gets a new token, else a new session begins. */
  function begin(userId: string, caller: ModelSession | null, minutes: number | null, learned: Learned): string {
    const expiresAt = now() + (minutes ?? 60) * minute
    if (caller && caller.userId === userId && !caller.revoked) {
      caller.previous = { token: caller.token, until: now() + minute }
      caller.token = learned.token
      if (minutes !== null) caller.expiresAt = expiresAt
      return caller.id
    }
    sessions.push({ id: learned.sessionId, userId, token: learned.token, previous: null, expiresAt, revoked: false })
    return learned.sessionId
  }

  /** I-7: the first proof of an address invalidates factors and sessions from before it. */
  function prove(user: ModelUser, name: string, caller: ModelSession | null): void {
    const address = user.addresses.get(name)
    if (!address || address.verified) return
    address.verified = true
    if (user.password !== null) user.password = ''
    revokeOthers(user.id, caller?.userId === user.id ? caller.id : null)
    user.authenticators = []
    for (const [other, { createdAt }] of user.addresses)
      if (other !== name && createdAt > address.createdAt) user.addresses.delete(other)
  }

  function join(user: ModelUser, name: string, learned: Learned, verified: boolean): void {
    user.addresses.set(name, { id: learned.addresses.get(name) ?? '', verified, createdAt: now() })
  }

  function createUser(name: string, learned: Learned, verified: boolean): ModelUser {
    const user = {
      id: learned.userId,
      addresses: new Map(),
      password: null,
      authenticators: [],
      disabled: false,
      secretsValidAfter: 0,
    }
    users.set(user.id, user)
    join(user, name, learned, verified)
    return user
  }

  /** Redeems a valid secret: signs the owner in, creates a user, adds an address, or is rejected. */
  function redeem(
    secret: Secret,
    dead: string,
    token: string | null,
    done: (user: ModelUser, sessionId: string) => void,
  ): Expected {
    if (secret.accountEnded) return refused(dead)
    const caller = findActiveSession(token)
    const holder = owner(secret.address)
    if (secret.sessionId !== null) {
      if (!caller || caller.id !== secret.sessionId || caller.userId !== secret.userId)
        return refused('user_unauthenticated')
      if (holder && holder.id !== caller.userId) return refused(duplicate(secret.address))
    } else if (!holder) {
      if (secret.userId !== null || !secret.create) return refused(dead)
    } else if (holder.disabled || (secret.userId !== null && secret.userId !== holder.id)) return refused(dead)
    else if (secret.userId === null && secret.issuedAt < holder.secretsValidAfter) return refused(dead)
    return ok((learned) => {
      secret.used = true
      const user = holder ?? (secret.sessionId === null ? undefined : users.get(caller?.userId ?? ''))
      if (!user) {
        const made = createUser(secret.address, learned, true)
        return done(made, begin(made.id, caller, sessionMinutes, learned))
      }
      if (holder) prove(user, secret.address, caller)
      else join(user, secret.address, learned, true)
      done(user, begin(user.id, caller, sessionMinutes, learned))
    })
  }

  function endSecrets(user: ModelUser): void {
    user.secretsValidAfter = now()
    for (const secret of secrets) if (secret.userId === user.id) secret.accountEnded = true
  }

  function setPassword(user: ModelUser, password: string, sessionId: string): void {
    user.password = password
    for (const secret of secrets)
      if ((secret.kind === 'reset' || secret.kind === 'reset_login') && user.addresses.has(secret.address))
        secret.voided = true
    revokeOthers(user.id, sessionId)
  }

  const model: Model = {
    get secrets() {
      return secrets
    },
    findUser: (userId) => users.get(userId),
    owner,
    session: findActiveSession,
    send(mode, address, token) {
      const caller = findActiveSession(token)
      if (mode === 'secondary' && !caller) return refused('user_unauthenticated')
      const holder = owner(address)
      if (mode === 'primary' && !holder) return refused(notFound(address))
      if (mode === 'secondary' && holder && holder.id !== caller?.userId) return refused(duplicate(address))
      return { outcome: '200' }
    },
    sent({ kind, key, code, address, verifier, minutes, mode, token }) {
      const caller = mode === 'secondary' ? findActiveSession(token) : null
      if (kind === 'code')
        for (const one of secrets) if (one.kind === 'code' && one.address === address && !one.used) one.voided = true
      secrets.push({
        ...{
          kind,
          key,
          code,
          address,
          verifier,
          attempts: 0,
          mismatches: 0,
          used: false,
          voided: false,
          accountEnded: false,
        },
        userId: caller?.userId ?? owner(address)?.id ?? null,
        sessionId: caller?.id ?? null,
        create: mode === 'login_or_create',
        issuedAt: now(),
        expiresAt: now() + minutes * minute,
      })
    },
    enterCode(secret, isRight, token) {
      if (secret.attempts >= 5 || secret.used || secret.voided || secret.expiresAt <= now())
        return refused('otp_code_not_found')
      const subjects =
        secret.sessionId !== null
          ? [`user:${secret.userId}`, secret.address]
          : [secret.userId === null ? subjectOf(owner(secret.address), secret.address) : `user:${secret.userId}`]
      if (!count(subjects)) return refused('user_lock_limit_reached')
      secret.attempts += 1
      if (!isRight) return refused('otp_code_not_found')
      return redeem(secret, 'otp_code_not_found', token, () => {
        for (const subject of subjects) counts.delete(subject)
      })
    },
    openLink(secret, by, verifier, token, password) {
      const dead = refused('unable_to_auth_magic_link')
      const isReset = secret.kind === 'reset'
      if (secret.kind === 'code' || (by === 'reset') !== isReset) return dead
      if (secret.used || secret.voided || secret.expiresAt <= now()) return dead
      if (verifier !== (secret.verifier === null ? 'none' : 'right')) {
        if (secret.verifier !== null && verifier !== 'none') secret.mismatches += 1
        if (secret.mismatches >= 5) secret.voided = true
        return refused('pkce_mismatch')
      }
      return redeem(secret, 'unable_to_auth_magic_link', token, (user, sessionId) => {
        if (!isReset) return
        counts.delete(subjectOf(user, secret.address))
        setPassword(user, password, sessionId)
      })
    },
    createPassword(address, password) {
      const holder = owner(address)
      if (holder) return refused(holder.password === null ? 'reset_password' : 'duplicate_email')
      return ok((learned) => {
        createUser(address, learned, false).password = password
        begin(learned.userId, null, sessionMinutes, learned)
      })
    },
    enterPassword(address, password, token) {
      const user = owner(address)
      const subject = subjectOf(user, address)
      if (!count([subject])) return refused('user_lock_limit_reached')
      if (!user) return refused('email_not_found')
      if (user.disabled) return refused('unauthorized_credentials')
      if (user.password === null) return refused('no_user_password')
      if (user.password === '') return refused('reset_password')
      if (user.password !== password) return refused('unauthorized_credentials')
      return ok((learned) => {
        counts.delete(subject)
        begin(user.id, findActiveSession(token), sessionMinutes, learned)
      })
    },
    changePassword(password, token) {
      const caller = findActiveSession(token)
      const user = users.get(caller?.userId ?? '')
      if (!caller || !user) return refused('user_unauthenticated')
      return ok((learned) => setPassword(user, password, begin(user.id, caller, null, learned)))
    },
    refresh(token, minutes) {
      const caller = findActiveSession(token)
      if (!caller) return refused(token === null ? 'user_unauthenticated' : 'session_not_found')
      return ok(() => {
        if (minutes !== null) caller.expiresAt = now() + minutes * minute
      })
    },
    revoke(token) {
      const caller = findActiveSession(token)
      if (!caller) return refused(token === null ? 'user_unauthenticated' : 'session_not_found')
      return ok(() => {
        caller.revoked = true
      })
    },
    enroll(token, made) {
      const user = users.get(findActiveSession(token)?.userId ?? '')
      if (!user) return refused('user_unauthenticated')
      const proven = user.authenticators.filter(({ verified }) => verified)
      if (proven.length >= 5) return refused('registration_limit_reached')
      return ok(() => {
        const { id, secret, codes } = made()
        const begun = { id, secret, verified: false, lastStep: -1, expiresAt: now() + 30 * minute }
        user.authenticators = [...proven, { ...begun, recoveryCodes: new Set(codes) }]
      })
    },
    enterTotp(token, step, matches) {
      const caller = findActiveSession(token)
      const user = users.get(caller?.userId ?? '')
      if (!caller || !user) return refused('user_unauthenticated')
      const open = user.authenticators.filter(({ verified, expiresAt }) => verified || expiresAt > now())
      if (open.length === 0) return refused('registration_not_found')
      const [factor, account] = [`factor:${user.id}`, `user:${user.id}`]
      if (!count([factor, account])) return refused('user_lock_limit_reached')
      const found = open.find(({ secret }) => matches(secret))
      if (!found) return refused('otp_code_not_found')
      if (found.lastStep >= step) {
        refundGuesses(factor, 1)
        refundGuesses(account, 1)
        return refused('otp_code_not_found')
      }
      return ok((learned) => {
        found.lastStep = step
        found.verified = true
        refundGuesses(account, counts.get(factor)?.wrong ?? 1)
        counts.delete(factor)
        begin(user.id, caller, sessionMinutes, learned)
      })
    },
    recover(token, code) {
      const caller = findActiveSession(token)
      const user = users.get(caller?.userId ?? '')
      if (!caller || !user) return refused('user_unauthenticated')
      const proven = user.authenticators.filter(({ verified }) => verified)
      if (proven.length === 0) return refused('registration_not_found')
      const [factor, account] = [`factor:${user.id}`, `user:${user.id}`]
      if (!count([factor, account])) return refused('user_lock_limit_reached')
      const found = proven.find(({ recoveryCodes }) => recoveryCodes.has(code))
      if (!found) return refused('recovery_code_not_found')
      return ok((learned) => {
        found.recoveryCodes.delete(code)
        refundGuesses(account, counts.get(factor)?.wrong ?? 1)
        counts.delete(factor)
        begin(user.id, caller, sessionMinutes, learned)
      })
    },
    removeAddress(token, id, kind) {
      const user = users.get(findActiveSession(token)?.userId ?? '')
      if (!user) return refused('user_unauthenticated')
      const found = [...user.addresses].find(([name, one]) => one.id === id && kindOf(name) === kind)
      if (!found) return refused('registration_not_found')
      const rest = [...user.addresses].filter(([name]) => name !== found[0])
      const hasEmail = rest.some(([name]) => kindOf(name) === 'email')
      const canSignIn = rest.some(([, { verified }]) => verified) || (user.password !== null && hasEmail)
      if (!canSignIn) return refused('last_factor')
      return ok(() => {
        endSecrets(user)
        user.addresses.delete(found[0])
      })
    },
    remove(userId) {
      const user = users.get(userId)
      if (!user) return
      revokeOthers(userId, null)
      users.delete(userId)
      for (const subject of [`user:${userId}`, `factor:${userId}`]) counts.delete(subject)
      secrets = secrets.filter((secret) => secret.userId !== userId && !user.addresses.has(secret.address))
    },
    disable(userId, isDisabled) {
      const user = users.get(userId)
      if (!user) return
      if (user.disabled === isDisabled) return
      user.disabled = isDisabled
      endSecrets(user)
      if (isDisabled) revokeOthers(userId, null)
    },
  }
  return model
}
