import type { CaptchaSolution } from '@latchkey/contract'
import { captchaChallenge, longestCaptchaSalt, mostCaptchaNumbers } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import type { CaptchaPort } from '../core/options.ts'
import { scriptUrl } from '../core/script-url.ts'
import type { Request } from '../core/transport.ts'
import type { Task } from './proof-of-work.ts'
import { solveProofOfWork } from './proof-of-work.ts'

/** The built-in captcha: proof of work, in a worker if the page allows one. Loaded on demand. */
export function createCaptcha(base: BaseContext, request: Request): CaptchaPort {
  return {
    async getToken(action, { siteKey }) {
      const { algorithm, challenge, maxnumber, salt, signature } = await request(captchaChallenge, {
        site_key: siteKey,
        action,
      })
      const task = { challenge, maxnumber, salt }
      // Bounds the work, whatever the server asks for.
      const isBounded = maxnumber <= mostCaptchaNumbers && salt.length <= longestCaptchaSalt
      const number = isBounded ? await inWorker(base, task).catch(() => solveProofOfWork(task)) : undefined
      if (number === undefined) throw new Error('No solution.')
      const solution: CaptchaSolution = { algorithm, challenge, number, salt, signature }
      return btoa(JSON.stringify(solution))
    },
  }
}

/** Resolves to undefined if there is no solution. Rejects if the worker cannot run. */
async function inWorker(base: BaseContext, task: Task): Promise<number | undefined> {
  const { endings, platform } = base
  // Throws if the browser lacks workers or the page forbids them.
  const { URL: urls, Worker } = platform as Required<typeof platform>
  const text = `onmessage=async({data})=>postMessage(await(${solveProofOfWork})(data))`
  const url = urls.createObjectURL(new Blob([text]))
  const worker = new Worker(scriptUrl(base, url))
  function end(): void {
    worker.terminate()
    urls.revokeObjectURL(url)
    endings.delete(end)
  }
  endings.add(end)
  return new Promise<number | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as number | undefined)
    worker.onerror = reject
    worker.postMessage(task)
  }).finally(end)
}
