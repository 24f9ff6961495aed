import type { Ok } from '@latchkey/contract'
import type {
  B2bPasswordsDiscoveryAuthenticateRequest,
  B2bPasswordsDiscoveryResetRequest,
  B2bPasswordsDiscoveryResetStartRequest,
  DiscoveryResponse,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import { type Call, type DataOf, withBody } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import { notify } from '../../notices/notify.ts'
import { newFactor } from '../../organizations/prove-factor.ts'
import { discoveryRecipient } from '../../organizations/sign-in/member-recipient.ts'
import { addressFactor, discoveryAnswer, startDiscovery } from '../../organizations/sign-in/start-discovery.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import {
  accountsOfAddress,
  accountsWithPassword,
  sharesPasswords,
  storeInOtherOrganizations,
} from './cross-organization.ts'
import { enterPassword } from './passwords.authenticate.ts'
import { redeemReset } from './passwords.reset.ts'
import { sendReset } from './passwords.reset-start.ts'

/** Without shared passwords an address has one for each organization, so none of them stands for the address. */
function requireSharedPasswords(project: ProjectRecord): void {
  if (!sharesPasswords(project)) throw new ProviderError('method_not_enabled')
}

/** Compares the password that was set last for the address. It opens the organizations that have the same one. */
export async function discoverByPassword(
  context: ProviderContext,
  call: Call<B2bPasswordsDiscoveryAuthenticateRequest>,
): Promise<DataOf<DiscoveryResponse>> {
  const { storage, clock, random } = context
  const { project, body } = call
  requireSharedPasswords(project)
  const token = newLinkToken(random)
  const { result } = await enterPassword(context, call, {
    ...{ realm: projectRealm(project.id), email: body.email_address, password: body.password },
    async findAccount({ key }) {
      const [newest] = await accountsWithPassword(storage, project.id, key)
      return newest?.account ?? null
    },
    async prepare({ account, stored }) {
      const address = account.registrations.find(({ kind }) => kind === 'email')?.uniqueKey ?? ''
      const others = (await accountsWithPassword(storage, project.id, address)).filter(
        (other) => other.account.id !== account.id && other.stored.hash === stored.hash,
      )
      return async (tx, { hash }) => {
        const passwordOf = [account.id]
        // Renewed together, so that they stay the same.
        for (const other of others)
          if (await tx.passwords.replaceIfUnchanged(project.id, other.stored.id, stored.hash, hash))
            passwordOf.push(other.account.id)
        const factors = [newFactor('password', 'knowledge', clock.now())]
        const proven = { address, factors, passwordOf, targetId: stored.id, token }
        return startDiscovery(tx, context, call, { ...proven, event: 'password_authenticate' })
      }
    },
  })
  return discoveryAnswer(context, call, result, token)
}

/** The same response for every address: only those with an account get a mail. */
export async function startDiscoveryReset(
  context: ProviderContext,
  call: Call<B2bPasswordsDiscoveryResetStartRequest>,
): Promise<DataOf<Ok>> {
  const { project, body } = call
  requireSharedPasswords(project)
  const { email_address, discovery_redirect_url, pkce_code_challenge, ...rest } = body
  const challenge = pkce_code_challenge === undefined ? {} : { code_challenge: pkce_code_challenge }
  return sendReset(context, withBody(call, { ...rest, ...challenge }), {
    email: email_address,
    login: { type: 'discovery', purpose: 'magic_link_discovery', redirect: 'discovery', url: discovery_redirect_url },
    async findRecipient(identifier) {
      const known = await accountsOfAddress(context.storage, project.id, identifier.key)
      const recipient = { ...discoveryRecipient(call, identifier), decoy: known.length === 0 }
      return { recipient, create: false, kind: 'reset' }
    },
  })
}

/** Sets the password of every account of the proven address. */
export async function discoverByReset(
  context: ProviderContext,
  call: Call<B2bPasswordsDiscoveryResetRequest>,
): Promise<DataOf<DiscoveryResponse>> {
  const { clock, random } = context
  const { project, body } = call
  requireSharedPasswords(project)
  const token = newLinkToken(random)
  const { result } = await redeemReset(
    context,
    call,
    {
      ...{ token: body.password_reset_token, verifier: body.pkce_code_verifier },
      ...{ password: body.password, purpose: 'password_reset' },
    },
    async (tx, { row, hash }) => {
      if (row.organizationId !== null) throw new ProviderError('unable_to_auth_magic_link')
      const address = parseIdentifier(row.identifier).key
      await tx.oneTime.voidEarlier(projectRealm(project.id), row.identifier, ['password_reset'], clock.now())
      const changed = await storeInOtherOrganizations(tx, context, call, { address, hash, account: null })
      const factors = [
        addressFactor('magic_link', address, clock.now()),
        newFactor('password', 'knowledge', clock.now()),
      ]
      const [first] = changed
      if (first) await notify(tx, context, call, first, 'password_changed')
      const proven = { address, factors, passwordOf: changed.map(({ id }) => id), targetId: row.id, token }
      return startDiscovery(tx, context, call, { ...proven, event: 'password_reset' })
    },
  )
  return discoveryAnswer(context, call, result, token)
}
