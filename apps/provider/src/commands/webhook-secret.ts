import { newWebhookSecret } from '@latchkey/server/node'
import { answer } from '../admin/administer.ts'
import type { CommandInput } from '../command.ts'

export async function createWebhookSecret(input: CommandInput): Promise<number> {
  const secret = newWebhookSecret()
  return answer(input, { secret }, () => input.terminal.out(`${secret}\n`))
}
