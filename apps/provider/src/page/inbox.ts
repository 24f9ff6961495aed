import { type InboxMessage, messageItem } from './inbox-message.ts'

const pollMs = 1_000

const list = elementById('messages', HTMLOListElement)
const empty = elementById('empty', HTMLElement)
const emptyTitle = elementById('empty-title', HTMLElement)
const problem = elementById('problem', HTMLElement)
const status = elementById('status', HTMLElement)
const filter = elementById('filter', HTMLFormElement)
const recipient = elementById('to', HTMLInputElement)
const clearButton = elementById('clear', HTMLButtonElement)

/** Items stay in the page as long as their message exists, so that open details and focus are kept. */
const items = new Map<string, HTMLLIElement>()
let messages: InboxMessage[] = []
let isFirstRefresh = true

function draw(): void {
  const searched = recipient.value.trim().toLowerCase()
  const shown = messages.filter(({ to }) => to.toLowerCase().includes(searched))
  for (const [id, item] of items) {
    if (messages.some((message) => message.id === id)) continue
    item.remove()
    items.delete(id)
  }
  shown.forEach((message, index) => {
    const item = items.get(message.id) ?? messageItem(message, { isFresh: !isFirstRefresh, announce })
    items.set(message.id, item)
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
  })
  while (list.children.length > shown.length) list.lastElementChild?.remove()
  empty.hidden = shown.length > 0
  emptyTitle.textContent = messages.length === 0 ? 'Nothing here yet' : 'Nothing for this recipient'
}

function announce(text: string): void {
  status.textContent = text
}

async function refresh(): Promise<void> {
  try {
    const response = await fetch('/dev/inbox')
    if (!response.ok) throw new Error(`status ${response.status}`)
    const answer = (await response.json()) as { messages: InboxMessage[] }
    const arrived = answer.messages.filter(({ id }) => !items.has(id) && !messages.some((known) => known.id === id))
    messages = answer.messages
    problem.hidden = true
    draw()
    const newest = arrived[0]
    if (newest && !isFirstRefresh) announce(`New message to ${newest.to}`)
    isFirstRefresh = false
  } catch {
    problem.textContent = 'The provider does not respond. Trying again…'
    problem.hidden = false
  }
}

filter.addEventListener('submit', (event) => event.preventDefault())
recipient.addEventListener('input', draw)
clearButton.addEventListener('click', async () => {
  await fetch('/dev/inbox', { method: 'DELETE' }).catch(() => {})
  await refresh()
  announce('The inbox is empty')
})

recipient.value = new URLSearchParams(location.search).get('to') ?? ''
await refresh()
setInterval(() => {
  if (document.visibilityState === 'visible') void refresh()
}, pollMs)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh()
})

/** Finds an element of the page, or throws if the HTML of the page lacks it. */
function elementById<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`)
  return found
}
