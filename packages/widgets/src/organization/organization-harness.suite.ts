import type { B2bClient } from '@latchkey/client/b2b'
import { clockOf } from '@latchkey/client/internal'
import { adminEndpoints } from '@latchkey/contract/admin'
import type { BusinessTestkit, TestOrganization } from '@latchkey/testkit'
import { createBusinessTestkit } from '@latchkey/testkit'
import { expect, vi } from 'vitest'
import type { Actor } from '../flow/actor.ts'
import type { WidgetEvent } from '../flow/widget-events.ts'
import type { WidgetDeps } from '../widget/widget-definition.ts'

export const ada = 'ada@acme.test'

/** How long a loaded machine may take. */
const patience = 20_000

/** A component of an organization without its screens, with a real provider and a manual clock. */
export interface OrganizationHarness<State, Event> {
  readonly kit: BusinessTestkit
  readonly client: B2bClient
  readonly events: WidgetEvent[]
  readonly errors: Error[]
  readonly stop: () => void
  send(event: Event): void
  state(): State
  /** Waits until the state has these values, and no call is pending. */
  reach<Values extends object>(values: Values): Promise<State & Values>
}

interface Options<State, Event> {
  readonly create: (deps: WidgetDeps<B2bClient>) => Actor<State, Event>
  readonly email?: string
  readonly kit?: BusinessTestkit
  readonly client?: B2bClient
}

/** Signs a member in to Acme, and starts the component. */
export async function openInAcme<State extends object, Event>({
  create,
  email = ada,
  kit: given,
  client: page,
}: Options<State, Event>): Promise<OrganizationHarness<State, Event>> {
  const kit = given ?? (await createBusinessTestkit())
  const client = page ?? kit.client
  await signInTo(kit, client, kit.acme, email)
  const events: WidgetEvent[] = []
  const errors: Error[] = []
  const actor = create({
    ...{ client, clock: clockOf(client), notify: () => undefined, locale: () => undefined },
    callbacks: () => ({ onEvent: (event) => void events.push(event), onError: (error) => void errors.push(error) }),
  })
  const stop = actor.start()
  return {
    ...{ kit, client, events, errors, stop },
    send: actor.send,
    state: actor.getState,
    async reach(values) {
      await vi.waitFor(
        () => expect([actor.getState(), errors.at(-1)?.message]).toMatchObject([values, errors.at(-1)?.message]),
        patience,
      )
      await kit.network.idle()
      return actor.getState() as State & typeof values
    },
  }
}

export async function signInTo(
  kit: BusinessTestkit,
  client: B2bClient,
  { organization_id }: TestOrganization,
  email_address: string,
): Promise<void> {
  await client.otps.email.loginOrSignup({ email_address, organization_id })
  const code = kit.inbox.lastCode(email_address)
  await client.otps.email.authenticate({ email_address, organization_id, code, session_duration_minutes: 60 })
  await client.bootstrap.get()
}

/** Changes settings of an organization as an operator does. */
export function change(kit: BusinessTestkit, { organization_id }: TestOrganization, request: object): Promise<unknown> {
  return kit.administration.call(adminEndpoints.adminOrganizationsUpdate, {
    project: kit.project,
    params: { organization_id },
    request,
  })
}

/** Changes or removes a member as an operator does. */
export function changeMember(
  kit: BusinessTestkit,
  { organization_id, members }: TestOrganization,
  email: string,
  request: object | 'delete',
): Promise<unknown> {
  const member_id = members.find(({ email_address }) => email_address === email)?.member_id ?? ''
  const of = { project: kit.project, params: { organization_id, member_id } }
  return request === 'delete'
    ? kit.administration.call(adminEndpoints.adminMembersDelete, of)
    : kit.administration.call(adminEndpoints.adminMembersUpdate, { ...of, request })
}
