import type { Inbox, InboxMessage } from '@latchkey/server/dev'

/** The messages that the provider has sent. */
export interface TestInbox {
  /** Newest first. */
  messages(to?: string): InboxMessage[]
  /** The newest passcode sent to this address or number. */
  lastCode(to: string): string
  /** The newest link of a message. */
  lastLink(to: string): string
  /** The token of the newest link. */
  lastToken(to: string): string
}

export function createTestInbox(inbox: Inbox): TestInbox {
  function newest(to: string, what: 'codes' | 'links'): string {
    const value = inbox.messages(to).find((message) => message[what].length > 0)?.[what][0]
    if (value === undefined) throw new Error(`No message with ${what} was sent to ${to}.`)
    return value
  }
  return {
    messages: (to) => inbox.messages(to),
    lastCode: (to) => newest(to, 'codes'),
    lastLink: (to) => newest(to, 'links'),
    lastToken(to) {
      const token = new URL(newest(to, 'links')).searchParams.get('token')
      if (token === null) throw new Error(`The newest link to ${to} has no token.`)
      return token
    },
  }
}
