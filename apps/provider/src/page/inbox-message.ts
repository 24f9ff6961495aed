/** A message as `/dev/inbox` returns it. */
export interface InboxMessage {
  id: string
  channel: 'email' | 'sms' | 'whatsapp'
  to: string
  sent_at: string
  subject: string
  text: string
  html: string
  codes: string[]
  links: string[]
}

const channelNames = { email: 'Email', sms: 'Text message', whatsapp: 'WhatsApp' } as const
const timeToday = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const timeOnAnotherDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const copiedMs = 1_600

/** One message as a list item: its code or link first, the message itself in a disclosure. */
export function messageItem(
  message: InboxMessage,
  { isFresh, announce }: { isFresh: boolean; announce: (text: string) => void },
): HTMLLIElement {
  const item = createElement('li', 'message')
  item.dataset.fresh = String(isFresh)
  item.dataset.channel = message.channel
  const time = createElement('time')
  time.dateTime = message.sent_at
  time.textContent = shortTime(new Date(message.sent_at))
  const head = createElement('div', 'message-head')
  head.append(
    createElement('span', 'channel', channelNames[message.channel]),
    createElement('span', 'recipient', message.to),
    time,
  )
  item.append(head)
  if (message.subject === '') item.append(createElement('p', 'message-text', message.text))
  else item.append(createElement('h2', '', message.subject))

  const actions = createElement('div', 'actions')
  actions.append(...message.codes.map((code) => copyButton(code, announce)), ...message.links.map(openLink))
  if (actions.childElementCount > 0) item.append(actions)
  if (message.html !== '') item.append(disclosure('Show the mail', () => preview(message)))
  if (message.subject !== '')
    item.append(disclosure('Show the text part', () => createElement('pre', 'plain', message.text)))
  return item
}

/** Compares with the browser's clock: a provider with a moved clock shows its own date. */
function shortTime(sentAt: Date): string {
  const isToday = sentAt.toDateString() === new Date().toDateString()
  return (isToday ? timeToday : timeOnAnotherDay).format(sentAt)
}

function copyButton(code: string, announce: (text: string) => void): HTMLButtonElement {
  const button = createElement('button', 'button button-main code')
  const hint = createElement('small', '', 'Copy')
  button.type = 'button'
  button.dataset.code = code
  button.append(createElement('span', '', code), hint)
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    hint.textContent = copied ? 'Copied' : 'Not allowed'
    announce(copied ? `Code ${code} copied` : 'The browser did not allow copying')
    setTimeout(() => {
      hint.textContent = 'Copy'
    }, copiedMs)
  })
  return button
}

/** Labels of links, by token type. */
const linkNames: Readonly<Record<string, string>> = {
  magic_links: 'Open magic link',
  reset_password: 'Open password link',
  login: 'Open login link',
}

function linkName(href: string): string {
  const type = URL.canParse(href) ? new URL(href).searchParams.get('latchkey_token_type') : null
  return (type !== null && Object.hasOwn(linkNames, type) && linkNames[type]) || 'Open link'
}

/** The first link is the main action; a reset message has a second, less prominent one. */
function openLink(href: string, index: number): HTMLAnchorElement {
  const link = createElement('a', index === 0 ? 'button button-main' : 'button button-quiet', linkName(href))
  // A message can contain any text: only web URLs become links.
  if (/^https?:\/\//.test(href)) link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}

/** The content is created when it is first opened, so that closed messages load no frame. */
function disclosure(label: string, build: () => HTMLElement): HTMLDetailsElement {
  const details = createElement('details')
  details.append(createElement('summary', '', label))
  details.addEventListener('toggle', () => details.append(build()), { once: true })
  return details
}

function preview(message: InboxMessage): HTMLIFrameElement {
  const frame = createElement('iframe', 'preview')
  frame.title = `Mail: ${message.subject}`
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  frame.src = `/dev/inbox/${encodeURIComponent(message.id)}/html`
  return frame
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}
