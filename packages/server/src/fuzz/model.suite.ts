/**
 * What the provider should answer, written down a second time and as plainly as can be: people, what they are reached
 * at, their sessions, and the secrets that are under way. It knows nothing of storage, transactions or HTTP.
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

interface Person {
  id: string
  addresses: Map<string, Address>
  /** Null where there is none; an empty one has to be reset. */
  password: string | null
  authenticators: Authenticator[]
  disabled: boolean
}

interface HeldSession {
  id: string
  userId: string
  token: string
  previous: { token: string; until: number } | null
  expiresAt: number
  revoked: boolean
}

/** A code or a link on its way. */
interface Secret {
  kind: 'code' | 'magic_link' | 'reset' | 'reset_login'
  /** A code's method, a link's token. */
  key: string
  code: string
  address: string
  userId: string | null
  sessionId: string | null
  create: boolean
  verifier: string | null
  expiresAt: number
  attempts: number
  mismatches: number
  used: boolean
  voided: boolean
}

/** What the provider said, as far as the model has to learn it. */
export interface Learned {
  userId: string
  sessionId: string
  token: string
  addresses: ReadonlyMap<string, string>
}

/** What should be answered, and what is so from then on. */
export interface Expected {
  outcome: string
  then?: (learned: Learned) => void
}

export type Verifier = 'right' | 'wrong' | 'none'
const refused = (outcome: string): Expected => ({ outcome })
const ok = (then: (learned: Learned) => void): Expected => ({ outcome: '200', then })

export interface Model {
  secrets: Secret[]
  person(userId: string): Person | undefined
  owner(address: string): Person | undefined
  session(token: string | null): HeldSession | null
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
  enrol(token: string | null, made: () => { id: string; secret: string; codes: readonly string[] }): Expected
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
  const people = new Map<string, Person>()
  const sessions: HeldSession[] = []
  const counts = new Map<string, { wrong: number; lockedUntil: number }>()
  let secrets: Secret[] = []

  const owner = (address: string): Person | undefined => [...people.values()].find((one) => one.addresses.has(address))
  const callerOf = (token: string | null): HeldSession | null => {
    const found = sessions.find(
      (one) => one.token === token || (one.previous?.token === token && one.previous.until > now()),
    )
    if (!found || found.revoked || found.expiresAt <= now()) return null
    const person = people.get(found.userId)
    return person && !person.disabled ? found : null
  }

  /** One wrong secret more, before anything is compared: false if it is locked, and then nothing is counted. */
  function count(subjects: readonly string[]): boolean {
    if (subjects.some((subject) => (counts.get(subject)?.lockedUntil ?? 0) > now())) return false
    for (const subject of subjects) {
      const wrong = (counts.get(subject)?.wrong ?? 0) + 1
      const lockedUntil = wrong % 10 === 0 ? now() + Math.min(hour * 2 ** (wrong / 10 - 1), 24 * hour) : 0
      counts.set(subject, { wrong, lockedUntil })
    }
    return true
  }
  function forgive(subject: string, guesses: number): void {
    const known = counts.get(subject)
    if (known) counts.set(subject, { wrong: Math.max(0, known.wrong - guesses), lockedUntil: 0 })
  }
  const subjectOf = (person: Person | undefined, address: string): string => (person ? `user:${person.id}` : address)

  function revokeOthers(userId: string, except: string | null): void {
    for (const one of sessions) if (one.userId === userId && one.id !== except) one.revoked = true
  }

  /** The session after a proof: the caller's own goes on under a new token, everybody else gets a new one. */
  function begin(userId: string, caller: HeldSession | null, minutes: number | null, learned: Learned): string {
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

  /** I-7: what was there before the first proof of an address is worth nothing after it. */
  function prove(person: Person, name: string, caller: HeldSession | null): void {
    const address = person.addresses.get(name)
    if (!address || address.verified) return
    address.verified = true
    if (person.password !== null) person.password = ''
    revokeOthers(person.id, caller?.userId === person.id ? caller.id : null)
    person.authenticators = []
    for (const [other, { createdAt }] of person.addresses)
      if (other !== name && createdAt > address.createdAt) person.addresses.delete(other)
  }

  function join(person: Person, name: string, learned: Learned, verified: boolean): void {
    person.addresses.set(name, { id: learned.addresses.get(name) ?? '', verified, createdAt: now() })
  }

  function newcomer(name: string, learned: Learned, verified: boolean): Person {
    const person = { id: learned.userId, addresses: new Map(), password: null, authenticators: [], disabled: false }
    people.set(person.id, person)
    join(person, name, learned, verified)
    return person
  }

  /** Whose a secret is once it was found right: their session, a new person, a further address, or nobody's. */
  function redeem(
    secret: Secret,
    dead: string,
    token: string | null,
    done: (person: Person, kept: string) => void,
  ): Expected {
    const caller = callerOf(token)
    const holder = owner(secret.address)
    if (secret.sessionId !== null) {
      if (!caller || caller.id !== secret.sessionId || caller.userId !== secret.userId)
        return refused('user_unauthenticated')
      if (holder && holder.id !== caller.userId) return refused(duplicate(secret.address))
    } else if (!holder) {
      if (secret.userId !== null || !secret.create) return refused(dead)
    } else if (holder.disabled || (secret.userId !== null && secret.userId !== holder.id)) return refused(dead)
    return ok((learned) => {
      secret.used = true
      const person = holder ?? (secret.sessionId === null ? undefined : people.get(caller?.userId ?? ''))
      if (!person) {
        const made = newcomer(secret.address, learned, true)
        return done(made, begin(made.id, caller, sessionMinutes, learned))
      }
      if (holder) prove(person, secret.address, caller)
      else join(person, secret.address, learned, true)
      done(person, begin(person.id, caller, sessionMinutes, learned))
    })
  }

  function setPassword(person: Person, password: string, kept: string): void {
    person.password = password
    for (const secret of secrets)
      if ((secret.kind === 'reset' || secret.kind === 'reset_login') && person.addresses.has(secret.address))
        secret.voided = true
    revokeOthers(person.id, kept)
  }

  const model: Model = {
    get secrets() {
      return secrets
    },
    person: (userId) => people.get(userId),
    owner,
    session: callerOf,
    send(mode, address, token) {
      const caller = callerOf(token)
      if (mode === 'secondary' && !caller) return refused('user_unauthenticated')
      const holder = owner(address)
      if (mode === 'primary' && !holder) return refused(notFound(address))
      if (mode === 'secondary' && holder && holder.id !== caller?.userId) return refused(duplicate(address))
      return { outcome: '200' }
    },
    sent({ kind, key, code, address, verifier, minutes, mode, token }) {
      const caller = mode === 'secondary' ? callerOf(token) : null
      if (kind === 'code')
        for (const one of secrets) if (one.kind === 'code' && one.address === address && !one.used) one.voided = true
      secrets.push({
        ...{ kind, key, code, address, verifier, attempts: 0, mismatches: 0, used: false, voided: false },
        userId: caller?.userId ?? owner(address)?.id ?? null,
        sessionId: caller?.id ?? null,
        create: mode === 'login_or_create',
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
      return redeem(secret, 'unable_to_auth_magic_link', token, (person, kept) => {
        if (!isReset) return
        counts.delete(subjectOf(person, secret.address))
        setPassword(person, password, kept)
      })
    },
    createPassword(address, password) {
      const holder = owner(address)
      if (holder) return refused(holder.password === null ? 'reset_password' : 'duplicate_email')
      return ok((learned) => {
        newcomer(address, learned, false).password = password
        begin(learned.userId, null, sessionMinutes, learned)
      })
    },
    enterPassword(address, password, token) {
      const person = owner(address)
      const subject = subjectOf(person, address)
      if (!count([subject])) return refused('user_lock_limit_reached')
      if (!person) return refused('email_not_found')
      if (person.disabled) return refused('unauthorized_credentials')
      if (person.password === null) return refused('no_user_password')
      if (person.password === '') return refused('reset_password')
      if (person.password !== password) return refused('unauthorized_credentials')
      return ok((learned) => {
        counts.delete(subject)
        begin(person.id, callerOf(token), sessionMinutes, learned)
      })
    },
    changePassword(password, token) {
      const caller = callerOf(token)
      const person = people.get(caller?.userId ?? '')
      if (!caller || !person) return refused('user_unauthenticated')
      return ok((learned) => setPassword(person, password, begin(person.id, caller, null, learned)))
    },
    refresh(token, minutes) {
      const caller = callerOf(token)
      if (!caller) return refused(token === null ? 'user_unauthenticated' : 'session_not_found')
      return ok(() => {
        if (minutes !== null) caller.expiresAt = now() + minutes * minute
      })
    },
    revoke(token) {
      const caller = callerOf(token)
      if (!caller) return refused(token === null ? 'user_unauthenticated' : 'session_not_found')
      return ok(() => {
        caller.revoked = true
      })
    },
    enrol(token, made) {
      const person = people.get(callerOf(token)?.userId ?? '')
      if (!person) return refused('user_unauthenticated')
      const proven = person.authenticators.filter(({ verified }) => verified)
      if (proven.length >= 5) return refused('registration_limit_reached')
      return ok(() => {
        const { id, secret, codes } = made()
        const begun = { id, secret, verified: false, lastStep: -1, expiresAt: now() + 30 * minute }
        person.authenticators = [...proven, { ...begun, recoveryCodes: new Set(codes) }]
      })
    },
    enterTotp(token, step, matches) {
      const caller = callerOf(token)
      const person = people.get(caller?.userId ?? '')
      if (!caller || !person) return refused('user_unauthenticated')
      const open = person.authenticators.filter(({ verified, expiresAt }) => verified || expiresAt > now())
      if (open.length === 0) return refused('registration_not_found')
      const [factor, account] = [`factor:${person.id}`, `user:${person.id}`]
      if (!count([factor, account])) return refused('user_lock_limit_reached')
      const found = open.find(({ secret }) => matches(secret))
      if (!found) return refused('otp_code_not_found')
      if (found.lastStep >= step) {
        forgive(factor, 1)
        forgive(account, 1)
        return refused('otp_code_not_found')
      }
      return ok((learned) => {
        found.lastStep = step
        found.verified = true
        forgive(account, counts.get(factor)?.wrong ?? 1)
        counts.delete(factor)
        begin(person.id, caller, sessionMinutes, learned)
      })
    },
    recover(token, code) {
      const caller = callerOf(token)
      const person = people.get(caller?.userId ?? '')
      if (!caller || !person) return refused('user_unauthenticated')
      const proven = person.authenticators.filter(({ verified }) => verified)
      if (proven.length === 0) return refused('registration_not_found')
      const [factor, account] = [`factor:${person.id}`, `user:${person.id}`]
      if (!count([factor, account])) return refused('user_lock_limit_reached')
      const found = proven.find(({ recoveryCodes }) => recoveryCodes.has(code))
      if (!found) return refused('recovery_code_not_found')
      return ok((learned) => {
        found.recoveryCodes.delete(code)
        forgive(account, counts.get(factor)?.wrong ?? 1)
        counts.delete(factor)
        begin(person.id, caller, sessionMinutes, learned)
      })
    },
    removeAddress(token, id, kind) {
      const person = people.get(callerOf(token)?.userId ?? '')
      if (!person) return refused('user_unauthenticated')
      const found = [...person.addresses].find(([name, one]) => one.id === id && kindOf(name) === kind)
      if (!found) return refused('registration_not_found')
      const rest = [...person.addresses].filter(([name]) => name !== found[0])
      const hasEmail = rest.some(([name]) => kindOf(name) === 'email')
      const letsIn = rest.some(([, { verified }]) => verified) || (person.password !== null && hasEmail)
      if (!letsIn) return refused('last_factor')
      return ok(() => {
        person.addresses.delete(found[0])
      })
    },
    remove(userId) {
      const person = people.get(userId)
      if (!person) return
      revokeOthers(userId, null)
      people.delete(userId)
      for (const subject of [`user:${userId}`, `factor:${userId}`]) counts.delete(subject)
      secrets = secrets.filter(({ address }) => !person.addresses.has(address))
    },
    disable(userId, isDisabled) {
      const person = people.get(userId)
      if (!person) return
      person.disabled = isDisabled
      if (isDisabled) revokeOthers(userId, null)
    },
  }
  return model
}
