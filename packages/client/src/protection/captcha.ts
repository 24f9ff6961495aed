import type { CaptchaSolution } from '@latchkey/contract'
import { captchaBounds, captchaChallenge } from '@latchkey/contract'
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
      // Whatever answers, nobody's browser works for it without end.
      if (!(maxnumber <= captchaBounds.maxnumber && salt.length <= captchaBounds.salt))
        throw new Error('Too much work.')
      const number = await inWorker(base, task).catch(() => findNumber(task))
      if (number === null) throw new Error('No solution.')
      const solution: CaptchaSolution = { algorithm, challenge, number, salt, signature }
      return btoa(JSON.stringify(solution))
    },
  }
}

/** Null where the worker has looked and found none: looking again would find none either. */
function inWorker(base: EngineBase, task: Task): Promise<number | null> {
  const { endings, platform } = base
  return new Promise((resolve, reject) => {
    // What is missing here, or forbidden, throws: the promise rejects.
    const { URL: urls, Worker } = platform as Required<typeof platform>
    // What fails behind a promise is no error to the page, so the worker has to say it.
    const text = `onmessage=async({data})=>postMessage(await(${findNumber})(data).catch(()=>null))`
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
      resolve(data as number | null)
    }
    worker.onerror = (error) => {
      end()
      reject(error)
    }
    worker.postMessage(task)
  })
}
