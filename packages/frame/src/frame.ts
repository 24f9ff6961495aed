import { framePath } from '@latchkey/contract'
import { handleFrameCall, type PhoneNumbers } from './handle-call.ts'

/** Loaded on demand, because it is much larger than the rest of the frame. */
const phoneScript = `${framePath}/phone.js`

/** Responds to the parent page only; the browser guarantees `source` and `origin`. */
addEventListener('message', ({ data, origin, source, ports }) => {
  const [port] = ports
  if (source !== parent || port === undefined || ports.length > 1) return
  void handleFrameCall(data, {
    parentOrigin: origin,
    fetch: (url, init) => fetch(url, init),
    loadPhoneNumbers: () => import(phoneScript) as Promise<PhoneNumbers>,
  }).then((answer) => {
    if (answer !== null) port.postMessage(answer)
    port.close()
  })
})
