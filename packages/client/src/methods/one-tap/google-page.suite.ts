import type { FrameAnswer, FrameRequest } from '@latchkey/contract'
import type { MemoryTab } from '../../platform/memory.ts'

const start = {
  requestId: 'r',
  googleClientId: 'google-client-1',
  oauthCallbackId: 'callback-1',
  csrfToken: 'csrf-1',
  scriptUrl: 'https://google.example/gsi/client',
  fedcmConfigUrl: 'https://google.example/fedcm.json',
}

interface Moment {
  isDisplayed?(): boolean
  isNotDisplayed?(): boolean
  getNotDisplayedReason?(): string
  isSkippedMoment?(): boolean
  isDismissedMoment?(): boolean
  getDismissedReason?(): string
}

interface GoogleSettings {
  callback(answer: { credential: string }): void
}

type Prompt = (settings: GoogleSettings, listener: (moment: Moment) => void) => void

export const choose: Prompt = ({ callback }) => callback({ credential: 'id-token-1' })

export interface GooglePageOptions {
  prompt?: Prompt
  answers?: Partial<Record<string, FrameAnswer | 'silence'>>
  frame?: 'loads' | 'never loads'
  script?: 'loads' | 'fails' | 'waits'
  trustedTypes?: boolean
  hasFedCm?: boolean
}

export interface GooglePage {
  /** The calls of the frame, with their target and the number of their ports. */
  posted: [FrameRequest, string, number][]
  /** The elements on the page. */
  page: { tag: string; src?: unknown; hidden?: boolean }[]
  /** What Google's script was initialized with. */
  settings: object[]
  policies: string[]
  cancels(): number
  /** Each call loads one pending script. */
  loads: (() => void)[]
}

/** Fakes the parts of a page that a prompt uses: the frame of the provider and Google's script. */
export function installGooglePage(tab: MemoryTab, options: GooglePageOptions = {}): GooglePage {
  const posted: GooglePage['posted'] = []
  const page: GooglePage['page'] = []
  const settings: object[] = []
  const policies: string[] = []
  let canceled = 0
  const loads: (() => void)[] = []

  const google = {
    accounts: {
      id: {
        initialize: (given: object) => void settings.push(given),
        prompt: (listener: (moment: Moment) => void) =>
          (options.prompt ?? choose)(settings.at(-1) as GoogleSettings, listener),
        cancel: () => void canceled++,
      },
    },
  }

  function answerOf({ method }: FrameRequest): FrameAnswer | 'silence' {
    const usual = method === 'oneTapStart' ? start : { redirect_url: 'https://app.example.com/in?token=t' }
    return options.answers?.[method] ?? ({ success: true, payload: usual } as FrameAnswer)
  }

  const createElement = (tag: string) => {
    const element = {
      tag,
      onload: () => undefined,
      onerror: () => undefined,
      contentWindow: {
        postMessage(message: FrameRequest, origin: string, ports: MessagePort[]) {
          posted.push([message, origin, ports.length])
          const answer = answerOf(message)
          if (answer !== 'silence') ports[0]?.postMessage(answer)
        },
      },
      remove: () => page.splice(page.indexOf(element), 1),
    }
    return element
  }
  const append = (element: ReturnType<typeof createElement>): void => {
    page.push(element)
    queueMicrotask(() => {
      if (element.tag === 'iframe' && options.frame !== 'never loads') element.onload()
      if (element.tag !== 'script') return
      if (options.script === 'fails') return element.onerror()
      const load = (): void => {
        tab.install({ google })
        element.onload()
      }
      if (options.script === 'waits') loads.push(load)
      else load()
    })
  }
  Object.assign(tab.platform.document, { createElement, body: { append } })
  tab.install({
    ...(options.hasFedCm && { IdentityCredential: Object }),
    ...(options.trustedTypes && {
      trustedTypes: {
        createPolicy(name, { createScriptURL }) {
          policies.push(name)
          return { createScriptURL: (url) => ({ trusted: createScriptURL(url) }) }
        },
      },
    }),
  })
  return { posted, page, settings, policies, cancels: () => canceled, loads }
}
