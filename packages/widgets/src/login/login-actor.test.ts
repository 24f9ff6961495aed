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
import type { LoginHarness } from './login-harness.suite.ts'
import { openLogin } from './login-harness.suite.ts'
import { ada, minute } from './login-states.suite.ts'
import { loginFlow } from './whole-login.ts'

const harnesses: LoginHarness[] = []
async function open(...given: Parameters<typeof openLogin>): Promise<LoginHarness> {
  const harness = await openLogin(...given)
  harnesses.push(harness)
  harness.start()
  return harness
}
afterEach(async () => {
  for (const { testkit } of harnesses.splice(0)) await testkit.close()
})

const emailOtp: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const otherCode = (code: string): string => (code === '000000' ? '111111' : '000000')

describe('a magic link', () => {
  it('is sent with the careful defaults [W-EML-01] [W-CFG-05] [W-CFG-06]', async () => {
    const harness = await open()
    harness.submit(` ${ada} `)
    expect(await harness.reach('email_confirmation')).toMatchObject({ email: ada })
    expect(harness.bodies('/magic_links/email/login_or_create')).toEqual([
      {
        email: ada,
        login_expiration_minutes: 30,
        signup_expiration_minutes: 30,
        code_challenge: expect.any(String),
      },
    ])
    expect(harness.testkit.inbox.messages(ada)).toHaveLength(1)
  })

  it('is sent with every option of its configuration [W-EML-01] [W-CFG-03] [W-CFG-04] [W-CFG-05] [W-CFG-06] [W-CFG-07]', async () => {
    const login = 'https://app.example.com/in'
    const signup = 'https://app.example.com/new'
    const harness = await open(
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
    harness.submit(ada)
    await harness.reach('email_confirmation')
    expect(harness.bodies('/magic_links/email/login_or_create')).toEqual([
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
    expect(await harness.testkit.follow(harness.testkit.inbox.lastLink(ada))).toContain(signup)
  })

  it('leaves the form as it is if the provider rejects it, with the reason on the screen and in the callback', async () => {
    const harness = await open({ emailMagicLinksOptions: { loginRedirectURL: 'https://elsewhere.example.com/' } })
    harness.submit(ada)
    const { failure, form } = await harness.reach('main')
    expect(failure).toEqual({
      name: 'ApiError',
      error_type: 'invalid_redirect_url',
      error_message: expect.stringContaining(
        "is not on the project's list of login redirect URLs. Run: latchkey redirects add --type login 'https://elsewhere.example.com/'",
      ),
    })
    expect([form.email, harness.errors.map(({ name }) => name), harness.events]).toEqual([ada, ['ApiError'], []])
  })

  it('completes the waiting sign-in once if it is opened in another tab', async () => {
    const harness = await open()
    const { testkit } = harness
    harness.submit(ada)
    await harness.reach('email_confirmation')
    const other = testkit.openTab({}, await testkit.follow(testkit.inbox.lastLink(ada)))
    await other.client.authenticateByUrl({ session_duration_minutes: 30 })
    await harness.reach('logged_in')
    expect(harness.events).toEqual([
      { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email: ada } },
      { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
    ])
  })
})

describe('a passcode', () => {
  it('is sent by email with its defaults, and expires five minutes after the response [W-OTP-01] [W-CFG-10]', async () => {
    const harness = await open(emailOtp)
    harness.submit(ada)
    const state = await harness.reach('otp_authenticate')
    expect(harness.bodies('/otps/email/login_or_create')).toEqual([{ email: ada, expiration_minutes: 5 }])
    expect([state.otp, state.expiresAt - harness.testkit.clock.now()]).toEqual([
      { type: 'email', methodId: expect.stringMatching(/./), otpDestination: ada },
      5 * minute,
    ])
  })

  it('is sent by email with every option of its configuration [W-OTP-01] [W-CFG-10] [W-CFG-11] [W-CFG-12]', async () => {
    const otpOptions = { methods: ['email'], expirationMinutes: 2 } as const
    const templates = { loginTemplateId: 'template-1', signupTemplateId: 'template-2' }
    const harness = await open({ products: ['otp'], otpOptions: { ...otpOptions, ...templates } })
    harness.submit(ada)
    // The provider decides whether such templates exist.
    await expect
      .poll(() => harness.bodies('/otps/email/login_or_create'))
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
      const harness = await open({
        products: ['otp'],
        otpOptions: { methods: [method], loginTemplateId: 'template-1' },
      })
      harness.submit('(202) 555-0123')
      expect((await harness.reach('otp_authenticate')).otp).toEqual({
        type: method,
        methodId: expect.stringMatching(/./),
        otpDestination: '+12025550123',
      })
      expect(harness.bodies(`/otps/${method}/login_or_create`)).toEqual([
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
      const harness = await open({ ...emailOtp, ...extra })
      const { testkit } = harness
      harness.submit(ada)
      const { methodId } = (await harness.reach('otp_authenticate')).otp
      const code = testkit.inbox.lastCode(ada)
      harness.send({ type: 'code_changed', value: code })
      harness.send({ type: 'code_changed', value: code })
      harness.send({ type: 'code_submitted' })
      expect(await harness.reach('otp_confirmation')).toMatchObject({ status: 'success' })
      expect(harness.bodies('/otps/authenticate')).toEqual([
        { token: code, method_id: methodId, session_duration_minutes: minutes },
      ])
      expect(testkit.client.user.getSync()?.emails).toMatchObject([{ email: ada, verified: true }])
      expect(harness.events).toEqual([
        { type: 'OTP_LOGIN_OR_CREATE', data: { method_id: methodId, destination: ada } },
        { type: 'OTP_AUTHENTICATE', data: { method_id: methodId } },
        { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
      ])
      expect(harness.errors).toEqual([])
    },
  )

  it('is cleared and rejected if it is wrong; the right one signs in', async () => {
    const harness = await open(emailOtp)
    const { inbox } = harness.testkit
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    harness.send({ type: 'code_changed', value: otherCode(inbox.lastCode(ada)) })
    expect(await harness.reach('otp_authenticate')).toMatchObject({
      code: '',
      failure: { name: 'ApiError', error_type: 'otp_code_not_found' },
    })
    expect(harness.errors.map(({ name }) => name)).toEqual(['ApiError'])
    harness.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await harness.reach('otp_confirmation')
  })

  it('stays in the input without a response, and may be sent again', async () => {
    const harness = await open(emailOtp)
    const { testkit } = harness
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    testkit.network.isDown = true
    const code = testkit.inbox.lastCode(ada)
    harness.send({ type: 'code_changed', value: code })
    expect(await harness.reach('otp_authenticate')).toMatchObject({
      code,
      failure: { name: 'UnreachableError', error_type: undefined, error_message: 'Unable to contact our servers.' },
    })
    testkit.network.isDown = false
    harness.send({ type: 'code_submitted' })
    await harness.reach('otp_confirmation')
  })

  it('can be resent: the new one counts, and is shown as sent for two seconds [W-OTP-15] [W-OTP-16] [W-OTP-18]', async () => {
    const harness = await open(emailOtp)
    const { clock, inbox } = harness.testkit
    harness.submit(ada)
    const first = await harness.reach('otp_authenticate')
    await clock.advance(minute)
    harness.send({ type: 'resend_clicked' })
    harness.send({ type: 'resend_clicked' })
    expect(harness.state()).toMatchObject({ resend: 'sending' })
    const second = await harness.reach('otp_authenticate')
    expect([second.resend, second.expiresAt - first.expiresAt]).toEqual(['sent', minute])
    expect(second.otp.methodId).not.toBe(first.otp.methodId)
    await clock.advance(1_999)
    expect(harness.state()).toMatchObject({ resend: 'sent' })
    await clock.advance(1)
    expect(harness.state()).toMatchObject({ resend: 'waiting' })
    expect(harness.bodies('/otps/email/login_or_create')).toHaveLength(2)
    harness.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await harness.reach('otp_confirmation')
  })

  it('keeps its screen if it cannot be resent [W-OTP-17]', async () => {
    const harness = await open(emailOtp)
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    harness.testkit.network.isDown = true
    harness.send({ type: 'resend_clicked' })
    expect(await harness.reach('otp_authenticate')).toMatchObject({ resend: 'initial', failure: null })
    expect(harness.notices).toMatchObject([{ name: 'UnreachableError' }])
  })

  it('has a countdown by the second until it expires [W-OTP-19] [W-OTP-20] [W-OTP-21]', async () => {
    const harness = await open(emailOtp)
    const { clock } = harness.testkit
    harness.submit(ada)
    expect(await harness.reach('otp_authenticate')).toMatchObject({ status: 'sent', remainingMs: 300_000 })
    await clock.advance(999)
    expect(harness.state()).toMatchObject({ status: 'sent', remainingMs: 300_000 })
    await clock.advance(1)
    expect(harness.state()).toMatchObject({ status: 'counting_down', remainingMs: 299_000 })
    await clock.advance(298_000)
    expect(harness.state()).toMatchObject({ status: 'counting_down', remainingMs: 1_000 })
    await clock.advance(1_000)
    expect(harness.state()).toMatchObject({ status: 'expired', remainingMs: 0 })
  })

  it('signs in if its screen was left during the check, and is reported once', async () => {
    const harness = await open(emailOtp)
    const { testkit } = harness
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    testkit.network.onAnswer = async (request, answer) => {
      if (request.path.endsWith('/otps/authenticate')) await held
      return answer
    }
    harness.send({ type: 'code_changed', value: testkit.inbox.lastCode(ada) })
    harness.send({ type: 'back_clicked' })
    expect(harness.state()).toMatchObject({ screen: 'main', status: 'editing' })
    release()
    await harness.reach('logged_in')
    expect(harness.events.map(({ type }) => type)).toEqual(['OTP_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'])
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
    const harness = await open(emailOtp)
    const { testkit } = harness
    harness.submit(ada)
    const { methodId } = (await harness.reach('otp_authenticate')).otp
    const release = holdCheck(testkit)
    harness.send({ type: 'code_changed', value: otherCode(testkit.inbox.lastCode(ada)) })
    await expect.poll(() => harness.bodies('/otps/authenticate')).toHaveLength(1)
    const other = testkit.openTab()
    await other.client.otps.authenticate(testkit.inbox.lastCode(ada), methodId, { session_duration_minutes: 30 })
    await expect.poll(() => harness.state()).toMatchObject({ status: 'verifying', isSignedIn: true })
    release()
    await harness.reach('logged_in')
    expect(harness.events.map(({ type }) => type)).toEqual(['OTP_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  })

  it.each(['before', 'after'])(
    'is reported once if another configuration replaces the widget that sent the call %s the response',
    async (when) => {
      const completions = { count: 0 }
      const harness = await openLogin(emailOtp, { completion: createCompletion(completions) })
      harnesses.push(harness)
      const { testkit } = harness
      const stop = harness.start()
      harness.submit(ada)
      await harness.reach('otp_authenticate')
      const release = holdCheck(testkit)
      harness.send({ type: 'code_changed', value: testkit.inbox.lastCode(ada) })
      const next = await openLogin({}, { testkit, completion: createCompletion(completions), wasSignedIn: false })
      if (when === 'before') next.start()
      stop()
      release()
      await harness.reach('otp_confirmation')
      if (when === 'after') next.start()
      await next.reach('logged_in')
      const told = [...harness.events, ...next.events].map(({ type }) => type)
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
  const logged = (harness: LoginHarness) =>
    (harness.bodies('/events') as TelemetryEvent[][])
      .flat()
      .map(({ event }) => [event.event_name, event.details])
      .filter(([name]) => name !== 'client_created')

  it('has the screen once per mount, with options and bootstrap [W-EVT-10]', async () => {
    const config: LoginConfig = { products: ['emailMagicLinks'], sessionOptions: { sessionDurationMinutes: 60 } }
    const harness = await openLogin(config)
    harnesses.push(harness)
    const statuses: number[] = []
    harness.testkit.network.onAnswer = ({ path }, answer) => {
      if (path.endsWith('/events')) statuses.push(answer.status)
      return answer
    }
    // StrictMode mounts twice.
    harness.start()()
    harness.start()
    await harness.testkit.clock.advance(2_000)
    const bootstrap = JSON.parse(JSON.stringify(harness.testkit.client.bootstrap.getSync()))
    expect(logged(harness)).toEqual([['render_login_screen', { options: config, bootstrap }]])
    expect([bootstrap.projectName, statuses.filter((status) => status !== 200)]).toEqual(['Testkit', []])
  })

  it('has each sent email and each Try again, with address and type [W-EVT-08] [W-EVT-09]', async () => {
    const harness = await open()
    harness.submit(ada)
    await harness.reach('email_confirmation')
    harness.send({ type: 'try_again_clicked' })
    await harness.testkit.clock.advance(2_000)
    expect(logged(harness).slice(1)).toEqual([
      ['email_sent', { email: ada, type: 'magic_link' }],
      ['email_try_again_clicked', { email: ada, type: 'magic_link' }],
    ])
  })

  it('has each emailed passcode, resent or not, and never the code [W-EVT-09]', async () => {
    const harness = await open(emailOtp)
    const { clock, inbox } = harness.testkit
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    harness.send({ type: 'resend_clicked' })
    await harness.reach('otp_authenticate')
    harness.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await harness.reach('otp_confirmation')
    await clock.advance(2_000)
    const details = { email: ada, type: 'otp' }
    expect(logged(harness).slice(1)).toEqual([
      ['email_sent', details],
      ['email_sent', details],
    ])
    const told = JSON.stringify([harness.bodies('/events'), harness.events])
    for (const { codes } of inbox.messages(ada))
      for (const code of codes) expect(told).not.toMatch(new RegExp(`\\b${code}\\b`))
  })
})

describe('the language of the widget', () => {
  it('is sent with every call that sends a message, with its current value', async () => {
    let language: string | undefined = 'de'
    const otp = await openLogin(emailOtp, { locale: () => language })
    harnesses.push(otp)
    otp.start()
    otp.submit(ada)
    await otp.reach('otp_authenticate')
    language = 'pt-BR'
    otp.send({ type: 'resend_clicked' })
    await expect
      .poll(() => otp.bodies('/otps/email/login_or_create'))
      .toMatchObject([{ locale: 'de' }, { locale: 'pt-BR' }])
    const link = await openLogin({}, { locale: () => 'ja' })
    harnesses.push(link)
    link.start()
    link.submit(ada)
    await link.reach('email_confirmation')
    expect(link.bodies('/magic_links/email/login_or_create')).toMatchObject([{ locale: 'ja' }])
  })
})

describe('a code without attempts left', () => {
  it('shows its state, and is replaced by a new one that works', async () => {
    const harness = await openLogin(emailOtp)
    harnesses.push(harness)
    harness.start()
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    const { inbox } = harness.testkit
    const wrong = inbox.lastCode(ada) === '111111' ? '222222' : '111111'
    const statuses: string[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      harness.send({ type: 'code_changed', value: wrong })
      const { status } = (await harness.reach('otp_authenticate')) as { status: string }
      statuses.push(status)
    }
    const counting = 'counting_down'
    expect(statuses).toEqual([counting, counting, counting, counting, 'dead'])
    harness.send({ type: 'resend_clicked' })
    await harness.reach('otp_authenticate')
    harness.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await harness.reach('otp_confirmation')
  })
})

describe('a callback', () => {
  it('does not break the flow if it throws, and its error is logged', async () => {
    const harness = await openLogin(emailOtp)
    harnesses.push(harness)
    const { client, clock, inbox, network, tab } = harness.testkit
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
    const harness = await openLogin(emailOtp)
    harnesses.push(harness)
    const { clock } = harness.testkit
    const stop = harness.start()
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    await clock.advance(2_000)
    const running = clock.pending()
    stop()
    expect(clock.pending()).toBe(running - 1)
    harness.start()()
    harness.start()
    expect(clock.pending()).toBe(running)
    await clock.advance(3_000)
    expect([clock.pending(), harness.state()]).toMatchObject([running, { remainingMs: 295_000 }])
  })

  it('reports the sign-in once, even if it ends because of it', async () => {
    const harness = await openLogin(emailOtp)
    harnesses.push(harness)
    const { client, clock, inbox } = harness.testkit
    const stop = harness.start()
    // A page that shows either the widget or its protected content.
    client.session.onChange((session) => session && stop())
    harness.submit(ada)
    await harness.reach('otp_authenticate')
    harness.send({ type: 'code_changed', value: inbox.lastCode(ada) })
    await harness.reach('otp_confirmation')
    expect(harness.events.map(({ type }) => type)).toEqual([
      'OTP_LOGIN_OR_CREATE',
      'OTP_AUTHENTICATE',
      'AUTHENTICATE_FLOW_COMPLETE',
    ])
    const timers = clock.pending()
    harness.start()()
    await clock.advance(1_000)
    expect([harness.events.length, clock.pending() <= timers]).toEqual([3, true])
  })

  const session = { session_duration_minutes: 30 }
  async function signIn({ client, inbox }: Testkit): Promise<void> {
    const { method_id } = await client.otps.email.loginOrCreate(ada)
    await client.otps.authenticate(inbox.lastCode(ada), method_id, session)
  }

  it('does not report a session that exists already, only a new one', async () => {
    const testkit = await createTestkit()
    await signIn(testkit)
    const harness = await openLogin(emailOtp, { testkit })
    harnesses.push(harness)
    const stop = harness.start()
    await testkit.client.session.authenticate(session)
    expect(harness.state().screen).toBe('main')
    await testkit.client.session.revoke()
    expect(harness.state().screen).toBe('main')
    await signIn(testkit)
    await harness.reach('logged_in')
    await testkit.client.session.revoke()
    stop()
    await signIn(testkit)
    expect(harness.state().screen).toBe('main')
  })

  it('does not miss a sign-in during a slow load', async () => {
    const testkit = await createTestkit()
    await signIn(testkit)
    const harness = await openLogin(emailOtp, { testkit, wasSignedIn: false })
    harnesses.push(harness)
    harness.start()()
    harness.start()
    await harness.reach('logged_in')
    expect(harness.events).toEqual([{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
  })
})
