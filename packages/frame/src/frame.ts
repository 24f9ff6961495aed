import { answerFrameCall } from './answer.ts'

/** Listens to the page around, and to nobody else: the browser says who is speaking, and from where. */
addEventListener('message', ({ data, origin, source, ports }) => {
  const [port] = ports
  if (source !== parent || port === undefined || ports.length > 1) return
  void answerFrameCall(data, { parentOrigin: origin, fetch: (url, init) => fetch(url, init) }).then((answer) => {
    if (answer !== null) port.postMessage(answer)
    port.close()
  })
})
