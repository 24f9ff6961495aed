import { createGuessCounts } from './guess-counts.suite.ts'

/**
 * A simple second implementation of the expected responses: users, their addresses, sessions and pending one-time
 * secrets. It does not use storage, transactions or HTTP.
 */

const minute = 60_000

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
  accountId: string
  token: string
  previous: { token: string; until: number } | null
  expiresAt: number
  revoked: boolean
  /** The ids of the addresses that were proven in the session. */
  provenBy: Set<string>
}

/** A sent code or link. */
interface Secret {
  kind: 'code' | 'magic_link' | 'reset' | 'reset_login'
  /** The method id of a code, or the token of a link. */
  key: string
  code: string
  address: string
  accountId: string | null
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
  accountId: string
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
/** `reset`: to an existing user, or to the owner of an address that another account only claims. */
export type SendMode = 'login_or_create' | 'primary' | 'secondary' | 'reset'
export type ImportedAddresses = ReadonlyMap<string, { verified: boolean }>
const refused = (outcome: string): Expected => ({ outcome })
const ok = (then: (learned: Learned) => void): Expected => ({ outcome: '200', then })

export interface Model {
  secrets: Secret[]
  findUser(accountId: string): ModelUser | undefined
  /** The account that has the address, verified or not. */
  holder(address: string): ModelUser | undefined
  session(token: string | null): ModelSession | null
  send(mode: SendMode, address: string, token: string | null): Expected
  sent(
    secret: Pick<Secret, 'kind' | 'key' | 'code' | 'address' | 'verifier'> & {
      minutes: number
      mode: SendMode
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
  /** Imports an account; `learned` has the ids that it got. */
  importUser(addresses: ImportedAddresses, password: string | null): Expected
  createPassword(address: string, password: string): Expected
  enterPassword(address: string, password: string, token: string | null): Expected
  changePassword(password: string, token: string | null): Expected
  refresh(token: string | null, minutes: number | null): Expected
  revoke(token: string | null): Expected
  enroll(token: string | null, made: () => { id: string; secret: string; codes: readonly string[] }): Expected
  enterTotp(token: string | null, step: number, matches: (secret: string) => boolean): Expected
  recover(token: string | null, code: string): Expected
  removeAddress(token: string | null, id: string, kind: 'email' | 'phone'): Expected
  remove(accountId: string): void
  disable(accountId: string, isDisabled: boolean): void
}

const kindOf = (address: string): 'email' | 'phone' => (address.includes('@') ? 'email' : 'phone')
const notFound = (address: string): string =>
  kindOf(address) === 'email' ? 'email_not_found' : 'phone_number_not_found'
const duplicate = (address: string): string =>
  kindOf(address) === 'email' ? 'duplicate_email' : 'duplicate_phone_number'

export function createModel(now: () => number, sessionMinutes: number): Model {
  const users = new Map<string, ModelUser>()
  const sessions: ModelSession[] = []
  const guesses = createGuessCounts(now)
  const secrets: Secret[] = []

  const holderOf = (address: string): ModelUser | undefined =>
    [...users.values()].find((one) => one.addresses.has(address))
  /** the account has another verified address that is as old as the unverified one, or older. */
  const isForeignClaim = (user: ModelUser, name: string): boolean => {
    const claim = user.addresses.get(name)
    if (!claim || claim.verified) return false
    return [...user.addresses.values()].some((one) => one.verified && one.createdAt <= claim.createdAt)
  }
  /** The account that a proof of the address signs in to. */
  const accountOf = (address: string): ModelUser | undefined => {
    const holder = holderOf(address)
    return holder && !isForeignClaim(holder, address) ? holder : undefined
  }
  const findActiveSession = (token: string | null): ModelSession | null => {
    const found = sessions.find(
      (one) => one.token === token || (one.previous?.token === token && one.previous.until > now()),
    )
    if (!found || found.revoked || found.expiresAt <= now()) return null
    const user = users.get(found.accountId)
    return user && !user.disabled ? found : null
  }

  /** An address without an account has a second count, for its network. */
  const subjectsOf = (accountId: string | undefined, address: string): string[] =>
    accountId === undefined ? [`${address}/network`, address] : [`user:${accountId}`]
  const secondFactorSubjects = (accountId: string): string[] => [`second-factor:${accountId}`, `user:${accountId}`]
  const codeFactor = (address: string): string => `code:${address}`

  function revokeOthers(accountId: string, except: string | null): void {
    for (const one of sessions) if (one.accountId === accountId && one.id !== except) one.revoked = true
  }

  /** The session after a sign-in: the caller's session of the same user gets a new token, else a new session begins. */
  function begin(
    accountId: string,
    caller: ModelSession | null,
    minutes: number | null,
    learned: Learned,
    provenBy: readonly string[] = [],
  ): string {
    const expiresAt = now() + (minutes ?? 60) * minute
    if (caller && caller.accountId === accountId && !caller.revoked) {
      caller.previous = { token: caller.token, until: now() + minute }
      caller.token = learned.token
      if (minutes !== null) caller.expiresAt = expiresAt
      for (const id of provenBy) caller.provenBy.add(id)
      return caller.id
    }
    sessions.push({
      ...{ id: learned.sessionId, accountId, token: learned.token, previous: null, expiresAt, revoked: false },
      provenBy: new Set(provenBy),
    })
    return learned.sessionId
  }

  /** I-7: the first proof of an address invalidates factors and sessions from before it. */
  function prove(user: ModelUser, name: string, caller: ModelSession | null): void {
    const address = user.addresses.get(name)
    if (!address || address.verified) return
    const isOwnersClaim = isForeignClaim(user, name)
    address.verified = true
    // Proven in a session of an account that belongs to the same user already.
    if (isOwnersClaim) return
    if (user.password !== null) user.password = ''
    revokeOthers(user.id, caller?.accountId === user.id ? caller.id : null)
    user.authenticators = []
    for (const [other, { createdAt }] of user.addresses)
      if (other !== name && createdAt > address.createdAt) user.addresses.delete(other)
  }

  function join(user: ModelUser, name: string, learned: Learned, verified: boolean): void {
    user.addresses.set(name, { id: learned.addresses.get(name) ?? '', verified, createdAt: now() })
  }

  function createUser(learned: Learned, addresses: ImportedAddresses): ModelUser {
    const user: ModelUser = {
      id: learned.accountId,
      addresses: new Map(),
      password: null,
      authenticators: [],
      disabled: false,
      secretsValidAfter: 0,
    }
    users.set(user.id, user)
    for (const [name, { verified }] of addresses) join(user, name, learned, verified)
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
    const claimant = holderOf(secret.address)
    const isOwn = secret.sessionId !== null && caller !== null && claimant?.id === caller.accountId
    const owner = isOwn ? claimant : accountOf(secret.address)
    if (secret.sessionId !== null) {
      if (!caller || caller.id !== secret.sessionId || caller.accountId !== secret.accountId)
        return refused('user_unauthenticated')
      if (owner && owner.id !== caller.accountId) return refused(duplicate(secret.address))
    } else if (!owner) {
      if (secret.accountId !== null || !secret.create) return refused(dead)
    } else if (owner.disabled || (secret.accountId !== null && secret.accountId !== owner.id)) return refused(dead)
    else if (secret.accountId === null && secret.issuedAt < owner.secretsValidAfter) return refused(dead)
    return ok((learned) => {
      secret.used = true
      // The first proof moves an address that another account only claims.
      if (!owner) claimant?.addresses.delete(secret.address)
      const known = owner ?? (secret.sessionId === null ? undefined : users.get(caller?.accountId ?? ''))
      const user = known ?? createUser(learned, new Map([[secret.address, { verified: true }]]))
      if (owner) prove(owner, secret.address, caller)
      else if (known) join(known, secret.address, learned, true)
      const proven = user.addresses.get(secret.address)?.id ?? ''
      done(user, begin(user.id, caller, sessionMinutes, learned, [proven]))
    })
  }

  function endSecrets(user: ModelUser): void {
    user.secretsValidAfter = now()
    for (const secret of secrets) if (secret.accountId === user.id) secret.accountEnded = true
    user.authenticators = user.authenticators.filter(({ verified }) => verified)
  }

  function setPassword(user: ModelUser, password: string, sessionId: string): void {
    user.password = password
    for (const secret of secrets)
      if ((secret.kind === 'reset' || secret.kind === 'reset_login') && user.addresses.has(secret.address))
        secret.voided = true
    revokeOthers(user.id, sessionId)
  }

  const model: Model = {
    secrets,
    findUser: (accountId) => users.get(accountId),
    holder: holderOf,
    session: findActiveSession,
    send(mode, address, token) {
      const caller = findActiveSession(token)
      if (mode === 'secondary' && !caller) return refused('user_unauthenticated')
      const owner = accountOf(address)
      if (mode === 'primary' && !owner) return refused(notFound(address))
      if (mode === 'reset' && !holderOf(address)) return refused(notFound(address))
      if (mode === 'secondary' && owner && owner.id !== caller?.accountId) return refused(duplicate(address))
      return { outcome: '200' }
    },
    sent({ kind, key, code, address, verifier, minutes, mode, token }) {
      const caller = mode === 'secondary' ? findActiveSession(token) : null
      const owner = accountOf(address)
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
        accountId: caller?.accountId ?? owner?.id ?? null,
        sessionId: caller?.id ?? null,
        create: mode === 'login_or_create' || (mode === 'reset' && !owner),
        issuedAt: now(),
        expiresAt: now() + minutes * minute,
      })
    },
    enterCode(secret, isRight, token) {
      if (secret.attempts >= 5 || secret.used || secret.voided || secret.expiresAt <= now())
        return refused('otp_code_not_found')
      const subjects =
        secret.sessionId !== null
          ? [`user:${secret.accountId}`, secret.address]
          : subjectsOf(secret.accountId ?? accountOf(secret.address)?.id, secret.address)
      const guess = guesses.take(subjects, codeFactor(secret.address))
      if (!guess) return refused('user_lock_limit_reached')
      secret.attempts += 1
      if (!isRight) return refused('otp_code_not_found')
      return redeem(secret, 'otp_code_not_found', token, () => guesses.forgetOwn(guess))
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
        const subjects = subjectsOf(secret.accountId ?? undefined, secret.address)
        guesses.forgetAt(subjects, ['password', codeFactor(secret.address)])
        setPassword(user, password, sessionId)
      })
    },
    importUser(addresses, password) {
      // The provider looks for addresses before numbers.
      const byKind = [...addresses.keys()].sort((one, other) => kindOf(one).localeCompare(kindOf(other)))
      const taken = byKind.find((name) => holderOf(name))
      if (taken !== undefined) return refused(duplicate(taken))
      return ok((learned) => {
        createUser(learned, addresses).password = password
      })
    },
    createPassword(address, password) {
      const holder = holderOf(address)
      if (holder) return refused(holder.password === null ? 'reset_password' : 'duplicate_email')
      return ok((learned) => {
        createUser(learned, new Map([[address, { verified: false }]])).password = password
        begin(learned.accountId, null, sessionMinutes, learned)
      })
    },
    enterPassword(address, password, token) {
      const user = holderOf(address)
      const guess = guesses.take(subjectsOf(user?.id, address), 'password')
      if (!guess) return refused('user_lock_limit_reached')
      if (!user) return refused('email_not_found')
      if (user.disabled) return refused('unauthorized_credentials')
      if (user.password === null) return refused('no_user_password')
      if (user.password === '') return refused('reset_password')
      if (user.password !== password) return refused('unauthorized_credentials')
      return ok((learned) => {
        guesses.forgetOwn(guess)
        begin(user.id, findActiveSession(token), sessionMinutes, learned)
      })
    },
    changePassword(password, token) {
      const caller = findActiveSession(token)
      const user = users.get(caller?.accountId ?? '')
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
      const user = users.get(findActiveSession(token)?.accountId ?? '')
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
      const user = users.get(caller?.accountId ?? '')
      if (!caller || !user) return refused('user_unauthenticated')
      const open = user.authenticators.filter(({ verified, expiresAt }) => verified || expiresAt > now())
      if (open.length === 0) return refused('registration_not_found')
      const guess = guesses.take(secondFactorSubjects(user.id), 'totp')
      if (!guess) return refused('user_lock_limit_reached')
      const found = open.find(({ secret }) => matches(secret))
      if (!found) return refused('otp_code_not_found')
      if (found.lastStep >= step) {
        guesses.refund(guess)
        return refused('otp_code_not_found')
      }
      return ok((learned) => {
        found.lastStep = step
        found.verified = true
        guesses.forgetOwn(guess)
        begin(user.id, caller, sessionMinutes, learned)
      })
    },
    recover(token, code) {
      const caller = findActiveSession(token)
      const user = users.get(caller?.accountId ?? '')
      if (!caller || !user) return refused('user_unauthenticated')
      const proven = user.authenticators.filter(({ verified }) => verified)
      if (proven.length === 0) return refused('registration_not_found')
      const guess = guesses.take(secondFactorSubjects(user.id), 'recovery_code')
      if (!guess) return refused('user_lock_limit_reached')
      const found = proven.find(({ recoveryCodes }) => recoveryCodes.has(code))
      if (!found) return refused('recovery_code_not_found')
      return ok((learned) => {
        found.recoveryCodes.delete(code)
        guesses.forgetOwn(guess)
        begin(user.id, caller, sessionMinutes, learned)
      })
    },
    removeAddress(token, id, kind) {
      const caller = findActiveSession(token)
      const user = users.get(caller?.accountId ?? '')
      if (!user) return refused('user_unauthenticated')
      const found = [...user.addresses].find(([name, one]) => one.id === id && kindOf(name) === kind)
      if (!found) return refused('registration_not_found')
      const rest = [...user.addresses].filter(([name]) => name !== found[0])
      const hasEmail = rest.some(([name]) => kindOf(name) === 'email')
      const canSignIn = rest.some(([, { verified }]) => verified) || (user.password !== null && hasEmail)
      if (!canSignIn) return refused('last_factor')
      return ok(() => {
        const [name, { id }] = found
        endSecrets(user)
        for (const secret of secrets) if (secret.address === name) secret.voided = true
        for (const one of sessions)
          if (one.accountId === user.id && one !== caller && one.provenBy.has(id)) one.revoked = true
        user.addresses.delete(name)
      })
    },
    remove(accountId) {
      const user = users.get(accountId)
      if (!user) return
      revokeOthers(accountId, null)
      users.delete(accountId)
      guesses.clear(secondFactorSubjects(accountId))
      for (const name of user.addresses.keys()) guesses.clear(subjectsOf(undefined, name))
      for (const secret of secrets)
        if (secret.accountId === accountId || user.addresses.has(secret.address)) secret.voided = true
    },
    disable(accountId, isDisabled) {
      const user = users.get(accountId)
      if (!user) return
      if (user.disabled === isDisabled) return
      user.disabled = isDisabled
      endSecrets(user)
      if (isDisabled) revokeOthers(accountId, null)
    },
  }
  return model
}
