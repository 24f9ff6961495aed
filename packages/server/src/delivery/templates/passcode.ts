import type { TemplateWords } from '../../storage/records.ts'
import type { Channel, Message } from '../delivery.ts'
import { inWords } from './custom-words.ts'
import { codeBox, emailLayout, oneLine, paragraph, smallPrint, stack } from './layout.ts'
import type { MessageKind, MessageWords } from './words.ts'
import { wordsFor } from './words-for.ts'

export interface PasscodeInput {
  channel: Channel
  to: string
  code: string
  projectName: string
  expiresInMinutes: number
  kind: MessageKind
  locale?: string | undefined
  /** The project's own words. */
  custom?: TemplateWords | undefined
  /** The page's host: with it a text message ends in the line that browsers fill a code from. */
  originHost?: string | undefined
}

/** The message that carries a passcode, for any channel. */
export function passcodeMessage(input: PasscodeInput): Message {
  const words = wordsFor(input.locale)
  const project = oneLine(input.projectName)
  return input.channel === 'email' ? email(input, words, project) : textMessage(input, words, project)
}

function email(input: PasscodeInput, words: MessageWords, project: string): Message {
  const { code, custom } = input
  const duration = words.duration(input.expiresInMinutes)
  const ours = { ...words.passcode[input.kind]({ project, code }), footer: words.notYou }
  const { subject, heading, body, footer } = inWords(ours, custom, { project, code, duration })
  const expires = words.codeExpires({ duration })
  const secret = words.codeIsSecret({ project })
  return {
    channel: 'email',
    to: input.to,
    subject,
    text: [heading, body, input.code, `${expires} ${secret}`, footer].join('\n\n').concat('\n'),
    html: emailLayout({
      words,
      title: heading,
      preheader: `${input.code}. ${expires}`,
      project,
      content: stack([paragraph(body), codeBox(input.code), smallPrint(`${expires} ${secret}`)]),
      footer,
    }),
    codes: [input.code],
    links: [],
  }
}

function textMessage(input: PasscodeInput, words: MessageWords, project: string): Message {
  const duration = words.duration(input.expiresInMinutes)
  const { code } = input
  const ours = { text: words.codeInText({ project, code, duration }) }
  const { text: sentence } = inWords(ours, input.custom, { project, code, duration })
  // Origin-bound one-time codes: the last line, alone. WhatsApp is no source browsers read.
  const boundTo = input.channel === 'sms' && input.originHost ? `\n\n@${input.originHost} #${input.code}` : ''
  return {
    channel: input.channel,
    to: input.to,
    subject: '',
    text: `${sentence}${boundTo}`,
    html: '',
    codes: [input.code],
    links: [],
  }
}
