import { describe, expect, it } from 'vitest'
import { newestMessage } from '../provider.ts'
import { prepareClient } from './client-setup.ts'
import { newEmail, signedInAs, signIn, watchCalls } from './host-site.ts'
import { type InjectedWallets, injectWallets } from './injected-wallets.ts'

const setup = prepareClient()

describe('wallets in the page', () => {
  /** The wallet code of a host page. */
  const enter = (name: 'ethereum' | 'solana', isHonest = true): Promise<string> =>
    setup.page.evaluate(
      async ([kind, honest]) => {
        const toHex = (text: string): string =>
          `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

        async function announced(): Promise<InjectedWallets['ethereum']> {
          return new Promise((resolve) => {
            addEventListener('eip6963:announceProvider', (event) => resolve((event as CustomEvent).detail.provider), {
              once: true,
            })
            dispatchEvent(new Event('eip6963:requestProvider'))
          })
        }

        async function connect(): Promise<[address: string, sign: (text: string) => Promise<string>]> {
          if (kind === 'solana') {
            const { publicKey } = await solana.connect()
            const sign = async (text: string): Promise<string> =>
              host.base58([...(await solana.signMessage(new TextEncoder().encode(text))).signature])
            return [publicKey.toString(), sign]
          }
          const wallet = await announced()
          const [account = ''] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]
          const sign = (text: string): Promise<string> =>
            wallet.request({ method: 'personal_sign', params: [toHex(text), account] }) as Promise<string>
          return [account, sign]
        }

        const [crypto_wallet_address, sign] = await connect()
        const wallet = { crypto_wallet_address, crypto_wallet_type: kind as 'ethereum' }
        const { challenge } = await host.client.cryptoWallets.authenticateStart(wallet)
        const signature = await sign(honest ? challenge : `${challenge} `)
        return host.client.cryptoWallets.authenticate({ ...wallet, signature, session_duration_minutes: 30 }).then(
          ({ user }) => user.crypto_wallets.map((one) => one.crypto_wallet_address).join(' '),
          (error: { error_type: string }) => error.error_type,
        )
      },
      [name, isHonest] as const,
    )

  it.each(['ethereum', 'solana'] as const)(
    'signs in with the signature of a wallet: %s [C-CALL-41] [C-CALL-43]',
    async (name) => {
      const addresses = await injectWallets(setup.context)
      await setup.open()
      const starts = watchCalls(setup.page, '/crypto_wallets/authenticate/start/primary')
      expect(await enter(name)).toBe(addresses[name])
      expect(starts).toHaveLength(1)
      expect(await setup.page.evaluate(() => host.client.session.getSync()?.authentication_factors.length)).toBe(1)
    },
  )

  it('adds a wallet to the signed-in user [C-CALL-42]', async () => {
    const addresses = await injectWallets(setup.context)
    await setup.open()
    const email = await signIn(setup.page, setup.provider.url)
    const starts = watchCalls(setup.page, '/crypto_wallets/authenticate/start/secondary')
    await enter('ethereum')
    const both = (await enter('solana')).split(' ')
    expect(both.toSorted()).toEqual(Object.values(addresses).toSorted())
    expect([starts.length, await signedInAs(setup.page)]).toEqual([2, email])
  })

  it('rejects a wallet that signed another message', async () => {
    await injectWallets(setup.context)
    await setup.open()
    expect([await enter('ethereum', false), await enter('solana', false), await signedInAs(setup.page)]).toEqual([
      'invalid_signature',
      'invalid_signature',
      null,
    ])
  })
})

let numbers = 0

function newNumber(): string {
  numbers += 1
  return `+1202555${String(100 + numbers).padStart(4, '0')}`
}

describe('passcodes to a phone', () => {
  it.each(['sms', 'whatsapp'] as const)('signs up and in with a passcode by %s', async (channel) => {
    await setup.open()
    const number = newNumber()
    const enter = async (): Promise<(string | undefined)[]> => {
      const before = (await messages(number)).length
      const method = await setup.page.evaluate(
        ([name = '', to = '']) => host.client.otps[name as 'sms'].loginOrCreate(to).then((r) => r.method_id),
        [channel, number],
      )
      await expect.poll(async () => (await messages(number)).length).toBe(before + 1)
      const message = await newestMessage(setup.provider.url, number)
      const [user, phone] = await setup.page.evaluate(
        ([code = '', id = '']) =>
          host.client.otps
            .authenticate(code, id, { session_duration_minutes: 30 })
            .then((r) => [r.user_id, r.user.phone_numbers[0]?.phone_number]),
        [message.codes[0] ?? '', method],
      )
      return [user, phone, message.channel]
    }
    const first = await enter()
    await setup.page.evaluate(() => host.client.session.revoke())
    expect([first, await enter()]).toEqual([
      [expect.any(String), number, channel],
      [first[0], number, channel],
    ])
  })

  it('rejects a wrong passcode, and accepts the right one afterwards', async () => {
    await setup.open()
    const number = newNumber()
    const method = await setup.page.evaluate(
      (to) => host.client.otps.sms.loginOrCreate(to).then((r) => r.method_id),
      number,
    )
    const [code = ''] = (await newestMessage(setup.provider.url, number)).codes
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const outcomes = await setup.page.evaluate(
      async ([id, ...codes]) => {
        const all: string[] = []
        for (const one of codes) {
          const call = host.client.otps.authenticate(one, id ?? '', { session_duration_minutes: 30 })
          all.push(
            await call.then(
              () => 'in',
              (error: { error_type: string }) => error.error_type,
            ),
          )
        }
        return all
      },
      [method, wrong, code],
    )
    expect(outcomes).toEqual(['otp_code_not_found', 'in'])
  })
})

describe('a link in the mail', () => {
  it('signs in on the page of a magic link', async () => {
    await setup.open()
    const email = newEmail()
    await setup.page.evaluate(
      (to) =>
        host.client.magicLinks.email
          .loginOrCreate(to, { login_magic_link_url: location.href, signup_magic_link_url: location.href })
          .then(() => undefined),
      email,
    )
    const [link = ''] = (await newestMessage(setup.provider.url, email)).links
    await setup.page.goto(link)
    expect(new URL(setup.page.url()).origin).toBe(setup.site.url)
    const entered = await setup.page.evaluate(() =>
      host.client.authenticateByUrl({ session_duration_minutes: 30 }).then((result) => result?.tokenType),
    )
    expect([entered, await signedInAs(setup.page)]).toEqual(['magic_links', email])
    expect(new URL(setup.page.url()).searchParams.has('token')).toBe(false)
  })
})

describe('another factor', () => {
  /** Requests a passcode with `send` and redeems it. Returns the email addresses and phone numbers of the user. */
  const add = async (channel: 'email' | 'sms' | 'whatsapp', to: string): Promise<string[]> => {
    const method = await setup.page.evaluate(
      ([name = '', address = '']) => host.client.otps[name as 'sms'].send(address).then((r) => r.method_id),
      [channel, to],
    )
    const [code = ''] = (await newestMessage(setup.provider.url, to)).codes
    return setup.page.evaluate(
      ([one = '', id = '']) =>
        host.client.otps
          .authenticate(one, id, { session_duration_minutes: 30 })
          .then(({ user }) => [
            ...user.emails.map(({ email }) => email),
            ...user.phone_numbers.map(({ phone_number }) => phone_number),
          ]),
      [code, method],
    )
  }

  it('adds a factor to the signed-in user, and signs in with it later', async () => {
    await setup.open()
    const email = await signIn(setup.page, setup.provider.url)
    const [number, second] = [newNumber(), newEmail()]
    const calls = ['sms', 'email'].map((channel) => watchCalls(setup.page, `/otps/${channel}/send/secondary`))
    await add('sms', number)
    expect(await add('email', second)).toEqual([email, second, number])
    const kinds = await setup.page.evaluate(() =>
      host.client.session.getSync()?.authentication_factors.map(({ delivery_method }) => delivery_method),
    )
    expect([kinds, calls.map(({ length }) => length)]).toEqual([
      ['email', 'sms', 'email'],
      [1, 1],
    ])
    await setup.page.evaluate(() => host.client.session.revoke())
    const primary = watchCalls(setup.page, '/otps/whatsapp/send/primary')
    await setup.page.evaluate((to) => host.client.otps.whatsapp.send(to).then(() => undefined), number)
    expect(primary).toHaveLength(1)
  })

  it('adds a second email address with a magic link', async () => {
    await setup.open()
    const email = await signIn(setup.page, setup.provider.url)
    const second = newEmail()
    const calls = watchCalls(setup.page, '/magic_links/email/send/secondary')
    await setup.page.evaluate(
      (to) =>
        host.client.magicLinks.email
          .send(to, { login_magic_link_url: location.href, signup_magic_link_url: location.href })
          .then(() => undefined),
      second,
    )
    await setup.page.goto((await newestMessage(setup.provider.url, second)).links[0] ?? '')
    const emails = await setup.page.evaluate(async () => {
      await host.client.authenticateByUrl({ session_duration_minutes: 30 })
      return host.client.user.getSync()?.emails.map((one) => one.email)
    })
    expect([calls.length, emails]).toEqual([1, [email, second]])
  })
})

async function messages(to: string): Promise<unknown[]> {
  const response = await fetch(`${setup.provider.url}/dev/inbox?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as { messages: unknown[] }).messages
}
