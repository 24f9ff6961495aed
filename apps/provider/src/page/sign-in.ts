import { createClient, type Session, type User } from '@latchkey/client'
import { elementById } from './element.ts'
import { clearErrors, createScreens, reportError } from './screens.ts'
import { sessionFacts } from './session-facts.ts'

type Way = 'link' | 'email' | 'sms' | 'whatsapp'

const sessionMinutes = 60
const publicToken = document.querySelector<HTMLMetaElement>('meta[name="latchkey-public-token"]')?.content ?? ''
const client = createClient(publicToken, {
  domains: { testApi: location.origin, telemetry: location.origin, cdn: location.origin },
})

const { show, current, say, whileBusy } = createScreens()
const askForm = elementById('ask-form', HTMLFormElement)
const askButton = elementById('ask-button', HTMLButtonElement)
const askError = elementById('ask-error', HTMLElement)
const email = elementById('email', HTMLInputElement)
const phone = elementById('phone', HTMLInputElement)
const codeForm = elementById('code-form', HTMLFormElement)
const code = elementById('code', HTMLInputElement)
const codeButton = elementById('code-button', HTMLButtonElement)
const codeError = elementById('code-error', HTMLElement)

/** The passcode that is being waited for. */
let methodId = ''

function chosenWay(): Way {
  return new FormData(askForm).get('way') as Way
}

function recipient(): { input: HTMLInputElement; to: string; missing: string } {
  const way = chosenWay()
  return way === 'link' || way === 'email'
    ? { input: email, to: email.value.trim(), missing: 'Enter your e-mail address.' }
    : { input: phone, to: phone.value.replace(/[\s().-]/g, ''), missing: 'Enter your phone number.' }
}

function drawWay(): void {
  const isPhone = recipient().input === phone
  elementById('email-row', HTMLElement).hidden = isPhone
  elementById('phone-row', HTMLElement).hidden = !isPhone
  askButton.textContent = chosenWay() === 'link' ? 'Send the link' : 'Send the code'
  clearErrors()
}

/** Sends once more or for the first time; a failure leaves everything as it was typed. */
async function send(errorSlot: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const { input, to, missing } = recipient()
  const way = chosenWay()
  if (to === '') return reportError(new Error(missing), errorSlot, input)
  await whileBusy(button, async () => {
    try {
      if (way === 'link') {
        const landing = `${location.origin}/`
        await client.magicLinks.email.loginOrCreate(to, {
          login_magic_link_url: landing,
          signup_magic_link_url: landing,
        })
      } else {
        methodId = (await client.otps[way].loginOrCreate(to)).method_id
        code.value = ''
      }
      const [screen, name] = way === 'link' ? (['link_sent', 'link'] as const) : (['code_sent', 'code'] as const)
      elementById(`${name}-to`, HTMLElement).textContent = to
      elementById(`${name}-inbox`, HTMLAnchorElement).href = `/inbox?to=${encodeURIComponent(to)}`
      clearErrors()
      if (current() === screen) say(way === 'link' ? 'Another link is on its way' : 'A new code is on its way')
      else show(screen, screen === 'code_sent' ? code : undefined)
    } catch (error) {
      reportError(error, errorSlot, errorSlot === askError ? input : undefined)
    }
  })
}

async function logInWithCode(): Promise<void> {
  const digits = code.value.replace(/\D/g, '')
  if (digits.length !== 6) return reportError(new Error('Enter the six digits.'), codeError, code)
  await whileBusy(codeButton, async () => {
    try {
      await client.otps.authenticate(digits, methodId, { session_duration_minutes: sessionMinutes })
    } catch (error) {
      reportError(error, codeError, code)
      code.select()
    }
  })
}

/** The client's state decides between the two halves of the page; other tabs come in here too. */
function follow({ session, user }: { session: Session | null; user: User | null }): void {
  if (session && user) {
    const { greeting, facts } = sessionFacts(session, user)
    elementById('hello', HTMLElement).textContent = greeting
    elementById('facts', HTMLElement).replaceChildren(...facts)
    if (current() !== 'signed_in') show('signed_in')
  } else if (current() === 'signed_in') {
    code.value = ''
    show('asking')
    say('You are logged out')
  }
}

askForm.addEventListener('change', ({ target }) => {
  // A field's own change comes between press and release of the button: nothing may move then.
  if (target instanceof HTMLInputElement && target.type === 'radio') drawWay()
})
askForm.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(askError, askButton)
})
codeForm.addEventListener('submit', (event) => {
  event.preventDefault()
  void logInWithCode()
})
code.addEventListener('input', () => {
  // The sixth digit is the wish to log in.
  if (/^\d{6}$/.test(code.value)) void logInWithCode()
})
for (const name of ['link', 'code']) {
  const again = elementById(`${name}-again`, HTMLButtonElement)
  again.addEventListener('click', () => send(elementById(`${name}-error`, HTMLElement), again))
  elementById(`${name}-back`, HTMLButtonElement).addEventListener('click', () => show('asking', recipient().input))
}
const logOut = elementById('log-out', HTMLButtonElement)
logOut.addEventListener('click', () =>
  whileBusy(logOut, () =>
    client.session.revoke().then(
      () => {},
      (error: unknown) => reportError(error, elementById('signed-in-error', HTMLElement)),
    ),
  ),
)

drawWay()
client.onStateChange(follow)
if (client.parseAuthenticateUrl()) {
  elementById('starting-text', HTMLElement).textContent = 'Logging you in.'
  await client.authenticateByUrl({ session_duration_minutes: sessionMinutes }).catch((error: unknown) => {
    show('asking')
    reportError(error, askError)
  })
}
follow({ session: client.session.getSync(), user: client.user.getSync() })
if (current() === 'starting') show('asking', recipient().input)
