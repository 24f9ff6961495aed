import { framePath } from '@latchkey/contract'
import { answerFrameCall, type PhoneNumbers } from './answer.ts'

/** Loaded with the first call for a number: it is many times as large as the rest of the frame. */
const phoneScript = `${framePath}/phone.js`

/** Answers the page around it only: the browser vouches for the sender and its origin. */
addEventListener('message', ({ data, origin, source, ports }) => {
  const [port] = ports
  if (source !== parent || port === undefined || ports.length > 1) return
  void answerFrameCall(data, {
    parentOrigin: origin,
    fetch: (url, init) => fetch(url, init),
    loadPhoneNumbers: () => import(phoneScript) as Promise<PhoneNumbers>,
  }).then((answer) => {
    if (answer !== null) port.postMessage(answer)
    port.close()
  })
})
