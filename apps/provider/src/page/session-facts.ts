import type { Session, User } from '@latchkey/client'

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** What a signed-in person and a curious developer want to see of a session. */
export function sessionFacts(session: Session, user: User): { greeting: string; facts: HTMLElement[] } {
  const names = [...user.emails.map(({ email }) => email), ...user.phone_numbers.map((number) => number.phone_number)]
  const factors = session.authentication_factors.map(({ type, delivery_method }) => factorName(type, delivery_method))
  return {
    greeting: `As ${names.join(', ')}.`,
    facts: [
      fact('Proven by', factors.join(', ')),
      fact('Started', time.format(new Date(session.started_at))),
      fact('Expires', time.format(new Date(session.expires_at))),
      fact('User', user.user_id, 'id'),
      fact('Session', session.session_id, 'id'),
    ],
  }
}

/** Names for what this page can do; whatever comes later shows as the wire calls it. */
const words: Record<string, string> = {
  magic_link: 'Magic link',
  otp: 'Passcode',
  email: 'e-mail',
  sms: 'text message',
  whatsapp: 'WhatsApp',
}

function factorName(type: string, method: string): string {
  return `${words[type] ?? type} by ${words[method] ?? method}`
}

function fact(name: string, value: string, className = ''): HTMLElement {
  const group = document.createElement('div')
  const term = document.createElement('dt')
  const description = document.createElement('dd')
  term.textContent = name
  description.textContent = value
  if (className !== '') description.className = className
  group.append(term, description)
  return group
}
