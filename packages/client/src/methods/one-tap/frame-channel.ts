import type { FrameAnswer, FrameCalls, FrameMethod } from '@latchkey/contract'
import { framePath } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { bodyOf, createElementIn } from '../../core/safe-dom.ts'

/** A response of the frame takes one request to the provider. */
const frameTimeoutMs = 10_000

export interface FrameChannel {
  /** Rejects with the `name` and `message` that the frame gives. */
  call<Method extends FrameMethod>(
    method: Method,
    request: FrameCalls[Method]['request'],
  ): Promise<FrameCalls[Method]['payload']>
  close(): void
}

/** Opens the hidden frame of the provider. Messages go through a port, so that no other page can read or answer them. */
export async function openFrame({ api, platform }: Pick<ClientContext, 'api' | 'platform'>): Promise<FrameChannel> {
  const page = platform.document as Document

  function withTimeout<Value>(
    run: (resolve: (value: Value) => void, reject: (error: Error) => void) => void,
  ): Promise<Value> {
    let timer: number | undefined
    return new Promise<Value>((resolve, reject) => {
      timer = platform.setTimeout(
        () =>
          reject(
            createError(
              'frame_silent',
              'The frame of the provider does not respond. Allow the provider in frame-src of your Content-Security-Policy.',
            ),
          ),
        frameTimeoutMs,
      )
      run(resolve, reject)
    }).finally(() => platform.clearTimeout(timer))
  }

  const frame = createElementIn(page, 'iframe')
  frame.hidden = true
  frame.src = api + framePath
  const close = (): void => frame.remove()
  try {
    await withTimeout<void>((resolve) => {
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
      withTimeout((resolve, reject) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }: { data: FrameAnswer<typeof method> }) => {
          port1.close()
          if (data.success) resolve(data.payload)
          else reject(createError(data.error.name, data.error.message))
        }
        // Only a page of the provider may read the message, even if the frame has navigated.
        frame.contentWindow?.postMessage({ method, args: [request] }, api, [port2])
      }),
  }
}

function createError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}
