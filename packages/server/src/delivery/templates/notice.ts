import type { RegistrationKind } from '../../methods/methods.ts'
import type { Channel, Message } from '../delivery.ts'
import { addressBehind, button, detailsTable, emailLayout, footerLine, paragraph, withMailto } from './layout.ts'
import { composeWith, detailLines, type MessageContext, oneLine, textPart } from './message-context.ts'
import type { MessageKey } from './strings/en.ts'

/** A change to an account that is reported to its user, because an attacker may have made it. */
export type NoticeKind = 'password_changed' | 'password_disabled' | 'factor_added' | 'factor_removed'

/** Tells a user about a change to the account. It has no link to a page: readers should not get used to one. */
export function noticeMessage(input: {
  to: string
  kind: NoticeKind
  /** What was added or removed. */
  factor?: RegistrationKind | undefined
  context: MessageContext
}): Message {
  const { kind, context } = input
  const composer = composeWith(context)
  const { say, help } = composer
  const details = composer.details()
  const { supportEmail } = context.project
  const heading = say(`${kind}.heading`)
  const { factor = 'password' } = input
  const body = say(`${kind}.body`, { factor: say(`factor.${factor === 'email_retired' ? 'email' : factor}`) })
  const advice = say(`${kind}.advice`)
  const contact = help ?? say('help.project')
  return {
    channel: 'email',
    to: input.to,
    subject: say(`${kind}.subject`),
    text: textPart([heading, body, detailLines(details), advice, contact, oneLine(context.project.name)]),
    html: emailLayout({
      context,
      title: heading,
      preheader: body,
      content: [
        paragraph(body),
        paragraph(advice),
        paragraphWithContact(context, contact, supportEmail),
        detailsTable(details),
      ],
      footer: [footerLine(oneLine(context.project.name))],
    }),
    codes: [],
    links: [],
  }
}

function paragraphWithContact(context: MessageContext, contact: string, supportEmail: string | null) {
  return footerLine(supportEmail === null ? contact : withMailto(context, contact, supportEmail))
}

/** Notices to a member about its account. */
export type MemberNoticeKind =
  | 'email_changed'
  | 'sign_in_changed'
  | 'mfa_phone_changed'
  | 'mfa_turned_off'
  | 'recovery_codes_rotated'

/** Notices to the admins of an organization, about a domain, a member or an SSO connection. */
export type AdminNoticeKind =
  | 'domain_lapsed'
  | 'domain_claimed'
  | 'domain_taken_over'
  | 'break_glass_used'
  | 'certificate_expires'

export type OrganizationNoticeKind = MemberNoticeKind | AdminNoticeKind

const adviceOf: Readonly<Record<OrganizationNoticeKind, MessageKey>> = {
  email_changed: 'member.advice',
  sign_in_changed: 'member.advice',
  mfa_phone_changed: 'member.advice',
  mfa_turned_off: 'member.advice',
  recovery_codes_rotated: 'member.advice',
  domain_lapsed: 'domain.advice',
  domain_claimed: 'domain.advice',
  domain_taken_over: 'domain.advice',
  break_glass_used: 'break_glass_used.advice',
  certificate_expires: 'certificate_expires.advice',
}

/** A notice about an organization, without a link to a page. */
export function organizationNoticeMessage(input: {
  to: string
  kind: OrganizationNoticeKind
  organization: string
  /** The domain, the email address of the member, or the connection; empty for a notice about the account of the recipient. */
  about: string
  context: MessageContext
}): Message {
  const { to, kind, context } = input
  const { say, details, help } = composeWith(context)
  const about = oneLine(input.about)
  const values = { organization: oneLine(input.organization), domain: about, member: about, connection: about }
  const subject = say(`${kind}.subject`, values)
  const body = say(`${kind}.body`, values)
  const advice = say(adviceOf[kind], values)
  const project = oneLine(context.project.name)
  const contact = help === null ? [] : [help]
  return {
    ...{ channel: 'email', to, subject, codes: [], links: [] },
    text: textPart([subject, body, detailLines(details()), advice, ...contact, project]),
    html: emailLayout({
      context,
      title: subject,
      preheader: body,
      content: [
        ...[paragraph(body), paragraph(advice)],
        ...contact.map((text) => paragraphWithContact(context, text, context.project.supportEmail)),
        detailsTable(details()),
      ],
      footer: [footerLine(project)],
    }),
  }
}

/**
 * Lets the owner of an email address or phone number sign in from a new network while attackers have used up the limit
 * of new networks. The only notice with a link: without it the owner would have to wait.
 */
export function networkLinkMessage(input: {
  channel: Channel
  to: string
  link: string
  context: MessageContext
}): Message {
  const { channel, to, link, context } = input
  const { say } = composeWith(context)
  const heading = say('new_network.heading')
  const body = say('new_network.body')
  const label = say('new_network.button')
  const name = oneLine(context.project.name)
  const subject = say('new_network.subject')
  if (channel !== 'email')
    return { channel, to, subject: '', text: `${subject}\n${label}: ${link}`, html: '', codes: [], links: [link] }
  return {
    channel,
    to,
    subject,
    text: textPart([heading, body, `${label}: ${link}`, say('ignore'), name]),
    html: emailLayout({
      context,
      title: heading,
      preheader: body,
      content: [
        paragraph(body),
        button(context, label, link),
        addressBehind(context, say('link.trouble'), say('link.copy'), link),
      ],
      footer: [footerLine(say('ignore')), footerLine(name)],
    }),
    codes: [],
    links: [link],
  }
}
