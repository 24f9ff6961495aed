import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CertificateStage } from '../dev/enterprise/saml-metadata.ts'
import {
  connectionOf,
  createSignInHarness,
  detailsOf,
  land,
  redeem,
  type SignInHarness,
} from '../products/sso/sign-in.suite.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { engines, openTestStorage } from '../testing/harness.ts'

/** `FAULT_CYCLES` is the number of kills; a stage of a roll-over lasts a twentieth of it. */
const secondsPerStage = Math.max(0.5, Number(process.env.FAULT_CYCLES ?? 10) / 20)
const perSecond = 50
/** More than are in progress on a machine that keeps up. A busy one gets a lower rate, and no queue that ends in 503. */
const mostAtOnce = 100
/** Fifteen sign-ins begin while the metadata is read. */
const readingMs = 300
const day = 24 * 60 * 60_000

describe.each(engines)('an identity provider that changes its certificate, on %s (F21)', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** A connection by a metadata address, which was read a day ago. */
  async function connectByUrl() {
    const requested: string[] = []
    const harness = await createSignInHarness(storage, {
      outbound: (fakes) => async (url, init) => {
        requested.push(String(url))
        await setTimeout(readingMs)
        return fakes(url, init)
      },
    })
    const { acme, clock, enterprise } = harness
    const session = await harness.addAdmin(acme)
    const { connection_id: id } = await harness.connect('saml')
    const { metadataUrl: metadata_url } = enterprise.addresses('okta').saml
    connectionOf(await harness.call('PUT', `/b2b/sso/saml/${id}/url`, { metadata_url }, { session }))
    clock.advance(day)
    requested.length = 0
    return { harness, id, metadataUrl: metadata_url, requested }
  }

  /** Begins sign-ins at a constant rate, also while earlier ones wait. Returns what went wrong. */
  async function signInThrough(
    harness: SignInHarness,
    id: string,
    stages: readonly (readonly [CertificateStage, atOnce?: () => Promise<void>])[],
  ): Promise<{ signIns: number; failures: unknown[] }> {
    const failures: unknown[] = []
    const running: Promise<unknown>[] = []
    let inProgress = 0
    const signIn = async (index: number, stage: CertificateStage): Promise<void> => {
      inProgress += 1
      await redeemAt(index, stage).catch((error: unknown) => failures.push([stage, index, String(error)]))
      inProgress -= 1
    }
    const redeemAt = async (index: number, stage: CertificateStage): Promise<void> => {
      const landed = await land(harness, id, { person: { email: `person-${index}@acme.test` } })
      const answer = landed.token === '' ? landed.answer : await redeem(harness, landed.token)
      if (answer.outcome !== '200') failures.push([stage, index, landed.url.search, answer.outcome, detailsOf(answer)])
    }
    const started = performance.now()
    for (const [index, [stage, atOnce]] of stages.entries()) {
      await harness.enterprise.setCertificateStage('okta', stage)
      if (atOnce !== undefined) running.push(atOnce())
      const end = (index + 1) * secondsPerStage * perSecond
      while (running.length < end) {
        while (inProgress >= mostAtOnce) await setTimeout(5)
        running.push(signIn(running.length, stage))
        await setTimeout(Math.max(0, started + (running.length / perSecond) * 1_000 - performance.now()))
      }
    }
    await Promise.all(running)
    return { signIns: running.length, failures }
  }

  it('fails no sign-in if the next certificate was in the metadata at the daily reading [B-SAML-15]', async () => {
    const { harness, id, metadataUrl, requested } = await connectByUrl()
    const readDaily = () => harness.provider.tidy()
    const { failures } = await signInThrough(harness, id, [
      ['before'],
      ['announced', readDaily],
      ['switched'],
      ['after'],
    ])
    expect(failures).toEqual([])
    expect(requested).toEqual([metadataUrl])
    const certificates = await storage.ssoCertificates.list(organizationRealm(harness.acme), id)
    // The metadata also has one that has expired.
    const current = certificates.filter(({ notAfter }) => notAfter > harness.clock.now())
    expect(current).toMatchObject([{ retiredAt: null }, { retiredAt: null }])
  })

  it('fails no sign-in if it signs with a certificate that was never read before [B-SAML-15]', async () => {
    const { harness, id, metadataUrl, requested } = await connectByUrl()
    const { failures } = await signInThrough(harness, id, [['before'], ['after'], ['switched'], ['after']])
    expect(failures).toEqual([])
    expect(requested).toEqual([metadataUrl])
  })
})
