import type { CaptchaSolution } from '@latchkey/contract'
import { captchaChallenge } from '@latchkey/contract'
import { scriptUrl } from '../core/script-url.ts'
import type { Request } from '../core/transport.ts'
import type { EngineBase } from '../engine.ts'
import type { Task } from './find-number.ts'
import { findNumber } from './find-number.ts'
import type { CaptchaPort } from './ports.ts'

/** The kit's own captcha: proof of work, done in a worker where the page allows one. Loaded when first needed. */
export function createCaptcha(base: EngineBase, request: Request): CaptchaPort {
  return {
    async getToken(action, { siteKey }) {
      const { algorithm, challenge, maxnumber, salt, signature } = await request(captchaChallenge, {
        site_key: siteKey,
        action,
      })
      const task = { challenge, maxnumber, salt }
      const number = await inWorker(base, task).catch(() => findNumber(task))
      const solution: CaptchaSolution = { algorithm, challenge, number, salt, signature }
      return btoa(JSON.stringify(solution))
    },
  }
}

function inWorker(base: EngineBase, task: Task): Promise<number> {
  const { endings, platform } = base
  return new Promise((resolve, reject) => {
    // What is missing here, or forbidden, throws: the promise rejects.
    const { URL: urls, Worker } = platform as Required<typeof platform>
    const text = `onmessage=async({data})=>postMessage(await(${findNumber})(data))`
    const url = urls.createObjectURL(new Blob([text], { type: 'text/javascript' }))
    const worker = new Worker(scriptUrl(base, url))
    function end(): void {
      worker.terminate()
      urls.revokeObjectURL(url)
      endings.delete(end)
    }
    endings.add(end)
    worker.onmessage = ({ data }) => {
      end()
      resolve(data as number)
    }
    worker.onerror = (error) => {
      end()
      reject(error)
    }
    worker.postMessage(task)
  })
}
