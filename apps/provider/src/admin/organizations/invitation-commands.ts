import type { Command, Option } from '../../command.ts'
import { one, paged, yes } from '../common-options.ts'

const message: Readonly<Record<string, Option>> = {
  redirect: { kind: 'one', value: '<url>', help: 'where the link leads (default: redirect URL of type invite)' },
  template: { kind: 'one', value: '<id>', help: 'template of kind invite' },
  minutes: { kind: 'one', value: '<number>', help: 'how long the link works (default: a week)' },
  locale: { kind: 'one', value: '<tag>', help: 'language of the message: de' },
}

const member: Option = { kind: 'one', value: '<member id>', help: 'only for this member (default: all members)' }

/** Invitations, and the applications that members have authorized. */
export const invitationCommands: Readonly<Record<string, Command>> = {
  'invitations create': {
    summary: 'invites an address to an organization by email',
    positionals: ['<organization>'],
    options: {
      email: { kind: 'one', value: '<address>', help: 'email address' },
      name: { kind: 'one', value: '<name>', help: 'name' },
      role: { kind: 'many', value: '<role>', help: 'role of the member' },
      ...message,
      ...one,
    },
    details: `A running provider sends the message. A further invitation of an address replaces the earlier link.

Example
  latchkey invitations create acme --email bob@acme.example --role editor --minutes 1440`,
    run: async (input) => (await import('./invitations.ts')).createInvitation(input),
  },
  'invitations list': {
    summary: 'lists the invited members of an organization',
    positionals: ['<organization>'],
    options: {
      state: {
        ...{ kind: 'one', value: 'sent|opened|accepted|declined|expired|revoked|bounced' },
        help: 'only those in the state',
      },
      ...paged,
      ...one,
    },
    run: async (input) => (await import('./invitations.ts')).listInvitations(input),
  },
  'invitations resend': {
    summary: 'sends another link to an invited member',
    positionals: ['<organization>', '<member id>'],
    options: { ...message, ...one },
    details: 'The earlier link stops working. A running provider sends the message.',
    run: async (input) => (await import('./invitations.ts')).resendInvitation(input),
  },
  'invitations revoke': {
    summary: 'revokes an invitation and its link',
    positionals: ['<organization>', '<member id>'],
    options: { ...yes, ...one },
    details: 'The invited member gets the status deleted.',
    run: async (input) => (await import('./invitations.ts')).revokeInvitation(input),
  },
  'connected-apps list': {
    summary: 'lists the applications that members of an organization have authorized',
    positionals: ['<organization>'],
    options: { member, ...one },
    run: async (input) => (await import('./connected-apps.ts')).listConnectedApps(input),
  },
  'connected-apps get': {
    summary: 'lists the members who have authorized an application',
    positionals: ['<organization>', '<application id>'],
    options: one,
    run: async (input) => (await import('./connected-apps.ts')).getConnectedApp(input),
  },
  'connected-apps revoke': {
    summary: 'revokes the access of an application to the members of an organization',
    positionals: ['<organization>', '<application id>'],
    options: { member, ...yes, ...one },
    details: 'Ends its tokens, and the sessions that began with one. A member can authorize the application again.',
    run: async (input) => (await import('./connected-apps.ts')).revokeConnectedApp(input),
  },
}
