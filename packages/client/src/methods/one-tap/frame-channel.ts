import type { FrameAnswer, FrameCalls, FrameMethod } from '@latchkey/contract'
import { framePath } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { bodyOf, createElementIn } from '../../core/safe-document.ts'

/** An answer from there is a matter of one call to the provider. */
const patienceMs = 10_000

export interface FrameChannel {
  /** Rejects with the `name` and `message` that the frame gives. */
  call<Method extends FrameMethod>(
    method: Method,
    request: FrameCalls[Method]['request'],
  ): Promise<FrameCalls[Method]['payload']>
  close(): void
}

/** The hidden frame on the provider's host. Nobody else hears what is said, and nobody else can answer. */
export async function openFrame({ api, platform }: Pick<ClientContext, 'api' | 'platform'>): Promise<FrameChannel> {
  const page = platform.document as Document

  function inTime<Value>(
    run: (resolve: (value: Value) => void, reject: (error: Error) => void) => void,
  ): Promise<Value> {
    let timer: number | undefined
    return new Promise<Value>((resolve, reject) => {
      timer = platform.setTimeout(
        () => reject(named('frame_silent', 'The provider’s frame does not answer: is frame-src allowed?')),
        patienceMs,
      )
      run(resolve, reject)
    }).finally(() => platform.clearTimeout(timer))
  }

  const frame = createElementIn(page, 'iframe')
  frame.hidden = true
  frame.src = api + framePath
  const close = (): void => frame.remove()
  try {
    await inTime<void>((resolve) => {
      frame.onload = () => resolve()
      bodyOf(page).append(frame)
    })
  } catch (error) {
    close()
    throw error
  }

  return {
    close,
    call: (method, request) =>
      inTime((resolve, reject) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }: { data: FrameAnswer<typeof method> }) => {
          port1.close()
          if (data.success) resolve(data.payload)
          else reject(named(data.error.name, data.error.message))
        }
        // The provider's page alone may read it, wherever the frame has gone.
        frame.contentWindow?.postMessage({ method, args: [request] }, api, [port2])
      }),
  }
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}
