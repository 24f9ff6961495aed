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

/** One message as a list item: what matters first (code or link), the message itself behind a disclosure. */
export function messageItem(
  message: InboxMessage,
  { isFresh, say }: { isFresh: boolean; say: (text: string) => void },
): HTMLLIElement {
  const item = make('li', 'message')
  item.dataset.fresh = String(isFresh)
  item.dataset.channel = message.channel
  const time = make('time')
  time.dateTime = message.sent_at
  time.textContent = shortTime(new Date(message.sent_at))
  const head = make('div', 'message-head')
  head.append(make('span', 'channel', channelNames[message.channel]), make('span', 'recipient', message.to), time)
  item.append(head)
  if (message.subject === '') item.append(make('p', 'message-text', message.text))
  else item.append(make('h2', '', message.subject))

  const actions = make('div', 'actions')
  actions.append(...message.codes.map((code) => copyButton(code, say)), ...message.links.map(openLink))
  if (actions.childElementCount > 0) item.append(actions)
  if (message.html !== '') item.append(disclosure('Show the mail', () => preview(message)))
  if (message.subject !== '') item.append(disclosure('Show the text part', () => make('pre', 'plain', message.text)))
  return item
}

/** Against the browser's clock: a provider whose clock was moved shows its own date. */
function shortTime(sentAt: Date): string {
  const isToday = sentAt.toDateString() === new Date().toDateString()
  return (isToday ? timeToday : timeOnAnotherDay).format(sentAt)
}

function copyButton(code: string, say: (text: string) => void): HTMLButtonElement {
  const button = make('button', 'button button-main code')
  const hint = make('small', '', 'Copy')
  button.type = 'button'
  button.dataset.code = code
  button.append(make('span', '', code), hint)
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    hint.textContent = copied ? 'Copied' : 'Not allowed'
    say(copied ? `Code ${code} copied` : 'The browser did not allow copying')
    setTimeout(() => {
      hint.textContent = 'Copy'
    }, copiedMs)
  })
  return button
}

/** What a link of ours is for, by its token type. */
const linkNames: Readonly<Record<string, string>> = {
  magic_links: 'Open magic link',
  reset_password: 'Open password link',
  login: 'Open login link',
}

function linkName(href: string): string {
  const type = URL.canParse(href) ? new URL(href).searchParams.get('latchkey_token_type') : null
  return (type !== null && Object.hasOwn(linkNames, type) && linkNames[type]) || 'Open link'
}

/** The first link is what the message is about; a reset mail has a second, less prominent one. */
function openLink(href: string, index: number): HTMLAnchorElement {
  const link = make('a', index === 0 ? 'button button-main' : 'button button-quiet', linkName(href))
  // A message can contain any text: only web URLs become links.
  if (/^https?:\/\//.test(href)) link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}

/** Built when first opened: a closed message costs no frame. */
function disclosure(label: string, build: () => HTMLElement): HTMLDetailsElement {
  const details = make('details')
  details.append(make('summary', '', label))
  details.addEventListener('toggle', () => details.append(build()), { once: true })
  return details
}

function preview(message: InboxMessage): HTMLIFrameElement {
  const frame = make('iframe', 'preview')
  frame.title = `Mail: ${message.subject}`
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  frame.src = `/dev/inbox/${encodeURIComponent(message.id)}/html`
  return frame
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}
