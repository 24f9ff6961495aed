import { settle } from '@latchkey/client/testing'
import type { TelemetryEvent } from '@latchkey/contract'
import type { Testkit } from '@latchkey/testkit'
import { createTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import type { LoginConfig } from '../config/login.config.ts'
import { methodRunners } from '../methods/headless-methods.ts'
import { createCompletion } from './completion.ts'
import { planLogin } from './config/plan-login.ts'
import { createLoginActor } from './login-actor.ts'
import type { LoginBench } from './login-bench.suite.ts'
import { openLogin } from './login-bench.suite.ts'
import { ada, minute } from './login-states.suite.ts'
import { loginFlow } from './whole-login.ts'

const benches: LoginBench[] = []
async function open(...given: Parameters<typeof openLogin>): Promise<LoginBench> {
  const bench = await openLogin(...given)
  benches.push(bench)
  bench.start()
  return bench
}
afterEach(async () => {
  for (const { testkit } of benches.splice(0)) await testkit.close()
})

const emailOtp: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const otherCode = (code: string): string => (code === '000000' ? '111111' : '000000')

describe('a magic link', () => {
  it('is sent with the careful defaults [W-EML-01] [W-CFG-05] [W-CFG-06]', async () => {
    const bench = await open()
    bench.submit(` ${ada} `)
    expect(await bench.reach('email_confirmation')).toMatchObject({ email: ada })
    expect(bench.bodies('/magic_links/email/login_or_create')).toEqual([
      {
        email: ada,
        login_expiration_minutes: 30,
        signup_expiration_minutes: 30,
        code_challenge: expect.any(String),
      },
    ])
    expect(bench.testkit.inbox.messages(ada)).toHaveLength(1)
  })

  it('is sent with every option of its configuration [W-EML-01] [W-CFG-03] [W-CFG-04] [W-CFG-05] [W-CFG-06] [W-CFG-07]', async () => {
    const login = 'https://app.example.com/in'
    const signup = 'https://app.example.com/new'
    const bench = await open(
      {
        emailMagicLinksOptions: {
          loginRedirectURL: login,
          signupRedirectURL: signup,
          loginExpirationMinutes: 10,
          signupExpirationMinutes: 20,
          createUserAsPending: true,
          domainHint: 'example.com',
        },
      },
      {
        testkit: await createTestkit({
          settings: { redirectUrls: { login: [login], signup: [signup], reset_password: [], logout: [] } },
        }),
      },
    )
    bench.submit(ada)
    await bench.reach('email_confirmation')
    expect(bench.bodies('/magic_links/email/login_or_create')).toEqual([
      {
        email: ada,
        login_magic_link_url: login,
        signup_magic_link_url: signup,
        login_expiration_minutes: 10,
        signup_expiration_minutes: 20,
        create_user_as_pending: true,
        code_challenge: expect.any(String),
      },
    ])
    expect(await bench.testkit.follow(bench.testkit.inbox.lastLink(ada))).toContain(signup)
  })

  it('leaves the form as it is if the provider rejects it, with the reason on the screen and in the callback', async () => {
    const bench = await open({ emailMagicLinksOptions: { loginRedirectURL: 'https://elsewhere.example.com/' } })
    bench.submit(ada)
    const { failure, form } = await bench.reach('main')
    expect(failure).toEqual({
      name: 'ApiError',
      error_type: 'invalid_redirect_url',
      error_message: expect.stringContaining(
        "is not on the project's list of login redirect URLs. Run: latchkey redirects add --type login 'https://elsewhere.example.com/'",
      ),
    })
    expect([form.email, bench.errors.map(({ name }) => name), bench.events]).toEqual([ada, ['ApiError'], []])
  })

  it('completes the waiting sign-in once if it is opened in another tab', async () => {
    const bench = await open()
    const { testkit } = bench
    bench.submit(ada)
    await bench.reach('email_confirmation')
    const other = testkit.openTab({}, await testkit.follow(testkit.inbox.lastLink(ada)))
    await other.client.authenticateByUrl({ session_duration_minutes: 30 })
    await bench.reach('logged_in')
    expect(bench.events).toEqual([
      { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email: ada } },
      { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
    ])
  })
})

describe('a passcode', () => {
  it('is sent by email with its defaults, and expires five minutes after the response [W-OTP-01] [W-CFG-10]', async () => {
    const bench = await open(emailOtp)
    bench.submit(ada)
    const state = await bench.reach('otp_authenticate')
    expect(bench.bodies('/otps/email/login_or_create')).toEqual([{ email: ada, expiration_minutes: 5 }])
    expect([state.otp, state.expiresAt - bench.testkit.clock.now()]).toEqual([
      { type: 'email', methodId: expect.stringMatching(/./), otpDestination: ada },
      5 * minute,
    ])
  })

  it('is sent by email with every option of its configuration [W-OTP-01] [W-CFG-10] [W-CFG-11] [W-CFG-12]', async () => {
    const otpOptions = { methods: ['email'], expirationMinutes: 2 } as const
    const templates = { loginTemplateId: 'template-1', signupTemplateId: 'template-2' }
    const bench = await open({ products: ['otp'], otpOptions: { ...otpOptions, ...templates } })
    bench.submit(ada)
    // The provider decides whether such templates exist.
    await expect
      .poll(() => bench.bodies('/otps/email/login_or_create'))
      .toEqual([
        {
          email: ada,
          expiration_minutes: 2,
          login_template_id: 'template-1',
          signup_template_id: 'template-2',
        },
      ])
    const plain = await open({ products: ['otp'], otpOptions })
    plain.submit(ada)
    const { expiresAt } = await plain.reach('otp_authenticate')
    expect(expiresAt - plain.testkit.clock.now()).toBe(2 * minute)
  })

  it.each(['sms', 'whatsapp'] as const)(
    'is sent by %s to a number in international format, with its expiry [W-OTP-02]',
    async (method) => {
      const bench = await open({ products: ['otp'], otpOptions: { methods: [method], loginTemplateId: 'template-1' } })
      bench.submit('(202) 555-0123')
      expect((await bench.reach('otp_authenticate')).otp).toEqual({
        type: method,
        methodId: expect.stringMatching(/./),
        otpDestination: '+12025550123',
      })
      expect(bench.bodies(`/otps/${method}/login_or_create`)).toEqual([
        { phone_number: '+12025550123', expiration_minutes: 5 },
      ])
    },
  )

  it.each([
    [{}, 30],
    [{ sessionOptions: { sessionDurationMinutes: 90 } }, 90],
  ])(
    'signs in with code, method and the session of %o [W-OTP-11] [W-CFG-14] [W-EVT-01] [W-EVT-12]',
    async (extra, minutes) => {
      const bench = await open({ ...emailOtp, ...extra })
      const { testkit } = bench
      bench.submit(ada)
      const { methodId } = (await bench.reach('otp_authenticate')).otp
      const code = testkit.inbox.lastCode(ada)
      bench.send({ type: 'code_changed', value: code })
      bench.send({ type: 'code_changed', value: code })
      bench.send({ type: 'code_submitted' })
      expect(await bench.reach('otp_confirmation')).toMatchObject({ status: 'success' })
      expect(bench.bodies('/otps/authenticate')).toEqual([
        { token: code, method_id: methodId, session_duration_minutes: minutes },
      ])
      expect(testkit.client.user.getSync()?.emails).toMatchObject([{ email: ada, verified: true }])
      expect(bench.events).toEqual([
        { type: 'OTP_LOGIN_OR_CREATE', data: { method_id: methodId, destination: ada } },
        { type: 'OTP_AUTHENTICATE', data: { method_id: methodId } },
        { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
      ])
      expect(bench.errors).toEqual([])
    },
  )

  it('is cleared and rejected if it is wrong; the right one signs in', async () => {
    const bench = await open(emailOtp)
    const { inbox } = bench.testkit
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    bench.send({ type: 'code_changed', value: otherCode(inbox.lastCode(ada)) })
    expect(await bench.reach('otp_authenticate')).toMatchObject({
      code: '',
      failure: { name: 'ApiError', error_type: 'otp_code_not_found' },
    })
    expect(bench.errors.map(({ name }) => name)).toEqual(['ApiError'])
    bench.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await bench.reach('otp_confirmation')
  })

  it('stays in the input without a response, and may be sent again', async () => {
    const bench = await open(emailOtp)
    const { testkit } = bench
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    testkit.network.isDown = true
    const code = testkit.inbox.lastCode(ada)
    bench.send({ type: 'code_changed', value: code })
    expect(await bench.reach('otp_authenticate')).toMatchObject({
      code,
      failure: { name: 'UnreachableError', error_type: undefined, error_message: 'Unable to contact our servers.' },
    })
    testkit.network.isDown = false
    bench.send({ type: 'code_submitted' })
    await bench.reach('otp_confirmation')
  })

  it('can be resent: the new one counts, and is shown as sent for two seconds [W-OTP-15] [W-OTP-16] [W-OTP-18]', async () => {
    const bench = await open(emailOtp)
    const { clock, inbox } = bench.testkit
    bench.submit(ada)
    const first = await bench.reach('otp_authenticate')
    await clock.advance(minute)
    bench.send({ type: 'resend_clicked' })
    bench.send({ type: 'resend_clicked' })
    expect(bench.state()).toMatchObject({ resend: 'sending' })
    const second = await bench.reach('otp_authenticate')
    expect([second.resend, second.expiresAt - first.expiresAt]).toEqual(['sent', minute])
    expect(second.otp.methodId).not.toBe(first.otp.methodId)
    await clock.advance(1_999)
    expect(bench.state()).toMatchObject({ resend: 'sent' })
    await clock.advance(1)
    expect(bench.state()).toMatchObject({ resend: 'waiting' })
    expect(bench.bodies('/otps/email/login_or_create')).toHaveLength(2)
    bench.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await bench.reach('otp_confirmation')
  })

  it('keeps its screen if it cannot be resent [W-OTP-17]', async () => {
    const bench = await open(emailOtp)
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    bench.testkit.network.isDown = true
    bench.send({ type: 'resend_clicked' })
    expect(await bench.reach('otp_authenticate')).toMatchObject({ resend: 'initial', failure: null })
    expect(bench.notices).toMatchObject([{ name: 'UnreachableError' }])
  })

  it('has a countdown by the second until it expires [W-OTP-19] [W-OTP-20] [W-OTP-21]', async () => {
    const bench = await open(emailOtp)
    const { clock } = bench.testkit
    bench.submit(ada)
    expect(await bench.reach('otp_authenticate')).toMatchObject({ status: 'sent', remainingMs: 300_000 })
    await clock.advance(999)
    expect(bench.state()).toMatchObject({ status: 'sent', remainingMs: 300_000 })
    await clock.advance(1)
    expect(bench.state()).toMatchObject({ status: 'counting_down', remainingMs: 299_000 })
    await clock.advance(298_000)
    expect(bench.state()).toMatchObject({ status: 'counting_down', remainingMs: 1_000 })
    await clock.advance(1_000)
    expect(bench.state()).toMatchObject({ status: 'expired', remainingMs: 0 })
  })

  it('signs in if its screen was left during the check, and is reported once', async () => {
    const bench = await open(emailOtp)
    const { testkit } = bench
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    testkit.network.onAnswer = async (request, answer) => {
      if (request.path.endsWith('/otps/authenticate')) await held
      return answer
    }
    bench.send({ type: 'code_changed', value: testkit.inbox.lastCode(ada) })
    bench.send({ type: 'back_clicked' })
    expect(bench.state()).toMatchObject({ screen: 'main', status: 'editing' })
    release()
    await bench.reach('logged_in')
    expect(bench.events.map(({ type }) => type)).toEqual(['OTP_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  })
})

describe('a sign-in while a passcode is checked', () => {
  /** Lets the provider respond to the next check, and holds the response back. */
  function holdCheck({ network }: Testkit): () => void {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isFirst = true
    network.onAnswer = async ({ path }, answer) => {
      if (path.endsWith('/otps/authenticate') && isFirst) {
        isFirst = false
        await held
      }
      return answer
    }
    return release
  }

  it('completes the sign-in if it comes from another tab and the typed code is rejected', async () => {
    const bench = await open(emailOtp)
    const { testkit } = bench
    bench.submit(ada)
    const { methodId } = (await bench.reach('otp_authenticate')).otp
    const release = holdCheck(testkit)
    bench.send({ type: 'code_changed', value: otherCode(testkit.inbox.lastCode(ada)) })
    await expect.poll(() => bench.bodies('/otps/authenticate')).toHaveLength(1)
    const other = testkit.openTab()
    await other.client.otps.authenticate(testkit.inbox.lastCode(ada), methodId, { session_duration_minutes: 30 })
    await expect.poll(() => bench.state()).toMatchObject({ status: 'verifying', isSignedIn: true })
    release()
    await bench.reach('logged_in')
    expect(bench.events.map(({ type }) => type)).toEqual(['OTP_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  })

  it.each(['before', 'after'])(
    'is reported once if another configuration replaces the widget that sent the call %s the response',
    async (when) => {
      const completions = { count: 0 }
      const bench = await openLogin(emailOtp, { completion: createCompletion(completions) })
      benches.push(bench)
      const { testkit } = bench
      const stop = bench.start()
      bench.submit(ada)
      await bench.reach('otp_authenticate')
      const release = holdCheck(testkit)
      bench.send({ type: 'code_changed', value: testkit.inbox.lastCode(ada) })
      const next = await openLogin({}, { testkit, completion: createCompletion(completions), wasSignedIn: false })
      if (when === 'before') next.start()
      stop()
      release()
      await bench.reach('otp_confirmation')
      if (when === 'after') next.start()
      await next.reach('logged_in')
      const told = [...bench.events, ...next.events].map(({ type }) => type)
      expect(told.sort()).toEqual(['AUTHENTICATE_FLOW_COMPLETE', 'OTP_AUTHENTICATE', 'OTP_LOGIN_OR_CREATE'])
      // The next sign-in is reported by the current widget.
      await testkit.client.session.revoke()
      expect(next.state().screen).toBe('main')
      const { method_id } = await testkit.client.otps.email.loginOrCreate(ada)
      await testkit.client.otps.authenticate(testkit.inbox.lastCode(ada), method_id, { session_duration_minutes: 30 })
      await next.reach('logged_in')
      expect(completions.count).toBe(2)
    },
  )
})

describe('the log', () => {
  const logged = (bench: LoginBench) =>
    (bench.bodies('/events') as TelemetryEvent[][])
      .flat()
      .map(({ event }) => [event.event_name, event.details])
      .filter(([name]) => name !== 'client_created')

  it('has the screen once per mount, with options and bootstrap [W-EVT-10]', async () => {
    const config: LoginConfig = { products: ['emailMagicLinks'], sessionOptions: { sessionDurationMinutes: 60 } }
    const bench = await openLogin(config)
    benches.push(bench)
    const statuses: number[] = []
    bench.testkit.network.onAnswer = ({ path }, answer) => {
      if (path.endsWith('/events')) statuses.push(answer.status)
      return answer
    }
    // StrictMode mounts twice.
    bench.start()()
    bench.start()
    await bench.testkit.clock.advance(2_000)
    const bootstrap = JSON.parse(JSON.stringify(bench.testkit.client.bootstrap.getSync()))
    expect(logged(bench)).toEqual([['render_login_screen', { options: config, bootstrap }]])
    expect([bootstrap.projectName, statuses.filter((status) => status !== 200)]).toEqual(['Testkit', []])
  })

  it('has each sent email and each Try again, with address and type [W-EVT-08] [W-EVT-09]', async () => {
    const bench = await open()
    bench.submit(ada)
    await bench.reach('email_confirmation')
    bench.send({ type: 'try_again_clicked' })
    await bench.testkit.clock.advance(2_000)
    expect(logged(bench).slice(1)).toEqual([
      ['email_sent', { email: ada, type: 'magic_link' }],
      ['email_try_again_clicked', { email: ada, type: 'magic_link' }],
    ])
  })

  it('has each emailed passcode, resent or not, and never the code [W-EVT-09]', async () => {
    const bench = await open(emailOtp)
    const { clock, inbox } = bench.testkit
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    bench.send({ type: 'resend_clicked' })
    await bench.reach('otp_authenticate')
    bench.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await bench.reach('otp_confirmation')
    await clock.advance(2_000)
    const details = { email: ada, type: 'otp' }
    expect(logged(bench).slice(1)).toEqual([
      ['email_sent', details],
      ['email_sent', details],
    ])
    const told = JSON.stringify([bench.bodies('/events'), bench.events])
    for (const { codes } of inbox.messages(ada))
      for (const code of codes) expect(told).not.toMatch(new RegExp(`\\b${code}\\b`))
  })
})

describe('the language of the widget', () => {
  it('is sent with every call that sends a message, with its current value', async () => {
    let language: string | undefined = 'de'
    const otp = await openLogin(emailOtp, { locale: () => language })
    benches.push(otp)
    otp.start()
    otp.submit(ada)
    await otp.reach('otp_authenticate')
    language = 'pt-BR'
    otp.send({ type: 'resend_clicked' })
    await expect
      .poll(() => otp.bodies('/otps/email/login_or_create'))
      .toMatchObject([{ locale: 'de' }, { locale: 'pt-BR' }])
    const link = await openLogin({}, { locale: () => 'ja' })
    benches.push(link)
    link.start()
    link.submit(ada)
    await link.reach('email_confirmation')
    expect(link.bodies('/magic_links/email/login_or_create')).toMatchObject([{ locale: 'ja' }])
  })
})

describe('a code without attempts left', () => {
  it('shows its state, and is replaced by a new one that works', async () => {
    const bench = await openLogin(emailOtp)
    benches.push(bench)
    bench.start()
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    const { inbox } = bench.testkit
    const wrong = inbox.lastCode(ada) === '111111' ? '222222' : '111111'
    const statuses: string[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      bench.send({ type: 'code_changed', value: wrong })
      const { status } = (await bench.reach('otp_authenticate')) as { status: string }
      statuses.push(status)
    }
    const counting = 'counting_down'
    expect(statuses).toEqual([counting, counting, counting, counting, 'dead'])
    bench.send({ type: 'resend_clicked' })
    await bench.reach('otp_authenticate')
    bench.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await bench.reach('otp_confirmation')
  })
})

describe('a callback', () => {
  it('does not break the flow if it throws, and its error is logged', async () => {
    const bench = await openLogin(emailOtp)
    benches.push(bench)
    const { client, clock, inbox, network, tab } = bench.testkit
    const plan = planLogin(emailOtp)
    if (!plan) throw new Error('The configuration has a problem.')
    const callbacks = {
      onEvent: () => {
        throw new Error('The host page is broken.')
      },
    }
    const actor = createLoginActor({
      client,
      plan,
      config: emailOtp,
      clock,
      callbacks: () => callbacks,
      notify: () => undefined,
      runners: methodRunners,
      flow: loginFlow,
    })
    const stop = actor.start()
    actor.send({ type: 'email_changed', value: ada })
    actor.send({ type: 'submitted' })
    while (actor.getState().screen === 'main') await settle()
    actor.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    while (actor.getState().screen === 'otp_authenticate') await settle()
    await network.idle()
    expect(actor.getState().screen).toBe('otp_confirmation')
    expect(tab.log.map(({ text }) => text)).toEqual(
      Array(3).fill('[Latchkey] A callback threw. Error: The host page is broken.'),
    )
    stop()
  })
})

describe('a mount', () => {
  it('leaves no timer when it ends, and has one after the next mount', async () => {
    const bench = await openLogin(emailOtp)
    benches.push(bench)
    const { clock } = bench.testkit
    const stop = bench.start()
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    await clock.advance(2_000)
    const running = clock.pending()
    stop()
    expect(clock.pending()).toBe(running - 1)
    bench.start()()
    bench.start()
    expect(clock.pending()).toBe(running)
    await clock.advance(3_000)
    expect([clock.pending(), bench.state()]).toMatchObject([running, { remainingMs: 295_000 }])
  })

  it('reports the sign-in once, even if it ends because of it', async () => {
    const bench = await openLogin(emailOtp)
    benches.push(bench)
    const { client, clock, inbox } = bench.testkit
    const stop = bench.start()
    // A page that shows either the widget or its protected content.
    client.session.onChange((session) => session && stop())
    bench.submit(ada)
    await bench.reach('otp_authenticate')
    bench.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await bench.reach('otp_confirmation')
    expect(bench.events.map(({ type }) => type)).toEqual([
      'OTP_LOGIN_OR_CREATE',
      'OTP_AUTHENTICATE',
      'AUTHENTICATE_FLOW_COMPLETE',
    ])
    const timers = clock.pending()
    bench.start()()
    await clock.advance(1_000)
    expect([bench.events.length, clock.pending() <= timers]).toEqual([3, true])
  })

  const session = { session_duration_minutes: 30 }
  async function signIn({ client, inbox }: Testkit): Promise<void> {
    const { method_id } = await client.otps.email.loginOrCreate(ada)
    await client.otps.authenticate(inbox.lastCode(ada), method_id, session)
  }

  it('does not report a session that exists already, only a new one', async () => {
    const testkit = await createTestkit()
    await signIn(testkit)
    const bench = await openLogin(emailOtp, { testkit })
    benches.push(bench)
    const stop = bench.start()
    await testkit.client.session.authenticate(session)
    expect(bench.state().screen).toBe('main')
    await testkit.client.session.revoke()
    expect(bench.state().screen).toBe('main')
    await signIn(testkit)
    await bench.reach('logged_in')
    await testkit.client.session.revoke()
    stop()
    await signIn(testkit)
    expect(bench.state().screen).toBe('main')
  })

  it('does not miss a sign-in during a slow load', async () => {
    const testkit = await createTestkit()
    await signIn(testkit)
    const bench = await openLogin(emailOtp, { testkit, wasSignedIn: false })
    benches.push(bench)
    bench.start()()
    bench.start()
    await bench.reach('logged_in')
    expect(bench.events).toEqual([{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
  })
})
