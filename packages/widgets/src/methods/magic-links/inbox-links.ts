export interface InboxLink {
  readonly name: 'gmail' | 'yahoo' | 'outlook'
  readonly href: string
}

/** Addresses whose inbox is known, by their domain. */
const domains = { gmail: /@g(oogle)?mail\./i, yahoo: /@(yahoo|ymail)\./i, outlook: /@(outlook|hotmail|live|msn)\./i }

/** Searches of inboxes for the sender, if it is known. The inbox of the address comes first. */
export function inboxLinks(hint: string | undefined, email = ''): readonly InboxLink[] {
  const from = hint && encodeURIComponent(`@${hint}`)
  const links: InboxLink[] = [
    { name: 'gmail', href: `https://mail.google.com/mail/u/0/${from ? `#search/from:${from}+in:anywhere` : ''}` },
    { name: 'yahoo', href: `https://mail.yahoo.com/d/${from ? `search/keyword=from:${from}` : 'folders/1'}` },
    { name: 'outlook', href: 'https://outlook.live.com/mail/0/inbox' },
  ]
  return links.sort((one, other) => Number(isOf(other, email)) - Number(isOf(one, email)))
}

function isOf({ name }: InboxLink, email: string): boolean {
  return domains[name].test(email)
}
