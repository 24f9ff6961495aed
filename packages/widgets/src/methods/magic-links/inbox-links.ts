export interface InboxLink {
  readonly name: 'gmail' | 'yahoo' | 'outlook'
  readonly href: string
}

/** Where the mail most likely lies: a search for its sender, where the sender is known. */
export function inboxLinks(hint: string | undefined): readonly InboxLink[] {
  const from = hint && encodeURIComponent(`@${hint}`)
  return [
    { name: 'gmail', href: `https://mail.google.com/mail/u/0/${from ? `#search/from:${from}+in:anywhere` : ''}` },
    { name: 'yahoo', href: `https://mail.yahoo.com/d/${from ? `search/keyword=from:${from}` : 'folders/1'}` },
    { name: 'outlook', href: 'https://outlook.live.com/mail/0/inbox' },
  ]
}
