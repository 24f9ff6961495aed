/** Every sentence of every message, in English. Plain text: the layout escapes it. */
export const en = {
  'login.subject': 'Log in to {project}',
  'login.heading': 'Log in to {project}',
  'signup.subject': 'Finish signing up for {project}',
  'signup.heading': 'Welcome to {project}',
  'secondary.heading': 'Confirm your address',

  'magic_link.login.body': 'Here is your login link. It works once, in the browser where you asked for it.',
  'magic_link.login.button': 'Log in',
  'magic_link.signup.body':
    'Confirm your email address to finish signing up. The link works once, in the browser where you asked for it.',
  'magic_link.signup.button': 'Finish signing up',
  'magic_link.secondary.subject': 'Confirm your address for {project}',
  'magic_link.secondary.body':
    'Confirm that you want to add this address to your {project} account. The link works once, in the browser where you asked for it.',
  'magic_link.secondary.button': 'Confirm this address',
  'link.expires': 'The link expires in {duration}.',
  'link.host': 'It leads to {host}.',
  'link.trouble': 'Trouble with the button?',
  'link.copy': 'Copy this address into your browser:',

  'passcode.subject': '{code} is your {project} code',
  'passcode.login.body': 'Enter this code to log in:',
  'passcode.signup.body': 'Enter this code to confirm your address and finish signing up:',
  'passcode.secondary.body': 'Enter this code to confirm that it is you on {project}:',
  'passcode.expires': 'The code expires in {duration}.',
  'passcode.secret': 'Do not share it: {project} will never ask you for it.',
  'passcode.text': '{code} is your {project} code. It expires in {duration}. Do not share it.',

  'reset.subject': 'Reset your {project} password',
  'reset.heading': 'Reset your password',
  'reset.body': 'Choose a new password for {project}. The link works once, in the browser where you asked for it.',
  'reset.button': 'Choose a new password',
  'reset.instead': 'Log in without a password this time',
  'set_password.subject': 'Set a password for {project} or log in',
  'set_password.heading': 'Set a password or log in',
  'set_password.body':
    'Your {project} account has no password yet. You can set one now, or log in without one. The links work once, in the browser where you asked for them.',
  'set_password.button': 'Set a password',
  'set_password.instead': 'Log in without a password',
  'reset_signup.body':
    'Confirm your email address and choose a password to finish signing up. The link works once, in the browser where you asked for it.',
  'reset_signup.button': 'Choose a password',
  'reset_signup.instead': 'Sign up without a password',

  'invite.subject': 'Join {organization} on {project}',
  'invite.heading': 'Join {organization}',
  'invite.body': '{inviter} has invited you to {organization} on {project}. The link works once.',
  'invite.body_unnamed': 'You have been invited to {organization} on {project}. The link works once.',
  'invite.button': 'Accept the invitation',
  'invite.ignore': 'If you did not expect this invitation, you can safely ignore this email.',

  'factor.email': 'an email address',
  'factor.phone_number': 'a phone number',
  'factor.oauth': 'an account with another provider',
  'factor.password': 'a password',
  'factor.sso': 'single sign-on of an organization',
  'factor.totp': 'an authenticator app',
  'factor.crypto_wallet': 'a crypto wallet',
  'factor.webauthn': 'a passkey',
  'factor.biometric': 'a biometric device unlock',
  'factor_added.subject': 'New login method for your {project} account',
  'factor_added.heading': 'A login method was added',
  'factor_added.body': 'A login method was added to your {project} account: {factor}.',
  'factor_added.advice': 'If this was not you, log in, remove it, and log out of all other sessions.',
  'factor_removed.subject': 'A login method was removed from your {project} account',
  'factor_removed.heading': 'A login method was removed',
  'factor_removed.body': 'A login method was removed from your {project} account: {factor}.',
  'factor_removed.advice': 'If this was not you, log in and check your remaining login methods.',
  'password_changed.subject': 'Your {project} password was changed',
  'password_changed.heading': 'Your password was changed',
  'password_changed.body':
    'The password of your {project} account was changed, and all other sessions were logged out.',
  'password_changed.advice': 'If this was not you, reset your password now.',
  'password_disabled.subject': 'An old password of your {project} account was turned off',
  'password_disabled.heading': 'A password was turned off',
  'password_disabled.body':
    'You just confirmed that this address is yours. Before that, a password had been set for your {project} account, possibly by someone else. It no longer works, and its sessions were logged out.',
  'password_disabled.advice': 'If you set it yourself, choose a new one with “Forgot password?”.',
  'email_change.body':
    'Confirm this address to log in with it to {organization} on {project} from now on. The link works once.',
  'email_changed.subject': 'The email address of your {project} account was changed',
  'email_changed.body':
    'You now log in to {organization} on {project} with another email address. This one no longer works.',
  'sign_in_changed.subject': 'How you log in to {project} was changed',
  'sign_in_changed.body':
    'An admin changed how you log in to {organization} on {project}. You may have to log in again.',
  'member.advice': 'If you did not expect this, ask an admin of {organization}.',
  'mfa_phone_changed.subject': 'The phone number for your second factor was changed',
  'mfa_phone_changed.body':
    'The phone number for codes that you enter after you log in to {organization} on {project} was changed.',
  'recovery_codes_rotated.subject': 'Your recovery codes for {project} were replaced',
  'recovery_codes_rotated.body':
    'All recovery codes of your authenticator app for {organization} on {project} were replaced. The earlier ones no longer work.',
  'mfa_turned_off.subject': 'Your second factor for {project} was turned off',
  'mfa_turned_off.body':
    'You can now log in to {organization} on {project} without a second factor, unless the organization requires one.',
  'break_glass_used.subject': 'Break-glass access to {organization} was used',
  'break_glass_used.body': '{member} logged in to {organization} on {project} as a break-glass member.',
  'break_glass_used.advice': 'If you did not expect this, end the sessions of this member and check the audit log.',
  'certificate_expires.subject': 'A certificate of {connection} expires soon',
  'certificate_expires.body':
    'Members of {organization} sign in to {project} with {connection}. Its certificate expires soon. After that, signing in may fail.',
  'certificate_expires.advice':
    'Add the next certificate to the connection, or the metadata address of your identity provider.',
  'domain_lapsed.subject': '{domain} is no longer verified for {organization}',
  'domain_lapsed.body':
    'The DNS record of {domain} was missing at several checks in a row. New members can no longer join {organization} on {project} by an address of this domain. All sessions continue.',
  'domain_claimed.subject': 'Another organization claims {domain}',
  'domain_claimed.body':
    'Another organization on {project} has proven {domain}. It takes over the domain from {organization} in 72 hours, if its DNS record is still there.',
  'domain_taken_over.subject': '{organization} has lost {domain}',
  'domain_taken_over.body':
    'Another organization on {project} has taken over {domain}. New members can no longer join {organization} by an address of this domain. All sessions continue.',
  'domain.advice': 'If you did not expect this, check the DNS records of {domain}.',
  'new_network.subject': 'Sign-in to {project} from new networks is limited',
  'new_network.heading': 'Too many sign-in attempts',
  'new_network.body':
    'There were many sign-in attempts or requests for messages for your account at {project}. To protect it, sign-in from new networks is limited for now. If you want to sign in, open this link on the device and network that you sign in with. The link works for 24 hours.',
  'new_network.button': 'Allow this network',

  'details.time': 'Time',
  'details.device': 'Device',
  'details.place': 'Place',
  'details.browser_and_system': '{browser} on {system}',
  'help.project': 'Need help? Contact {project} support.',
  'help.email': 'Need help? Write to {email}.',
  ignore: 'If you did not ask for this, you can safely ignore this email.',
} as const

export type MessageKey = keyof typeof en

export type MessageStrings = Readonly<Record<MessageKey, string>>
