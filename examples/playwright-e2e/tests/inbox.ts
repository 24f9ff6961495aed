import { type APIRequestContext, expect } from '@playwright/test'
import { providerUrl } from './addresses.ts'

interface Message {
  codes: string[]
  links: string[]
}

/** The newest message to an address, as soon as it has arrived. */
export async function newestMessage(request: APIRequestContext, to: string): Promise<Message> {
  let found: Message | undefined
  await expect(async () => {
    const response = await request.get(`${providerUrl}/dev/inbox`, { params: { to } })
    const { messages } = (await response.json()) as { messages: Message[] }
    found = messages[0]
    expect(found).toBeDefined()
  }).toPass()
  return found ?? { codes: [], links: [] }
}

/** Each test has a user of its own, so that tests can run at the same time. */
export function newAddress(): string {
  return `ada-${crypto.randomUUID()}@example.com`
}
