import type { MessageWords } from './words.ts'

export const english: MessageWords = {
  language: 'en',
  direction: 'ltr',
  duration(minutes) {
    if (minutes % 1440 === 0) return count(minutes / 1440, 'day')
    if (minutes % 60 === 0) return count(minutes / 60, 'hour')
    return count(minutes, 'minute')
  },
  magicLink: {
    login: ({ project }) => ({
      subject: `Log in to ${project}`,
      heading: `Log in to ${project}`,
      body: 'Use the button below to log in. It works once, in the browser you asked from.',
      button: 'Log in',
    }),
    signup: ({ project }) => ({
      subject: `Finish signing up for ${project}`,
      heading: `Welcome to ${project}`,
      body: 'Use the button below to confirm your address and finish signing up. It works once, in the browser you asked from.',
      button: 'Finish signing up',
    }),
    secondary: ({ project }) => ({
      subject: `Confirm your address for ${project}`,
      heading: 'Confirm your address',
      body: `Use the button below to add this address to your ${project} account. It works once, in the browser you asked from.`,
      button: 'Confirm this address',
    }),
  },
  linkExpires: ({ duration }) => `The link expires in ${duration}.`,
  linkHost: ({ host }) => `It leads to ${host}.`,
  linkInstead: 'If the button does not work, copy this address into your browser:',
  passcode: {
    login: ({ project, code }) => ({
      subject: `${code} is your ${project} code`,
      heading: `Log in to ${project}`,
      body: 'Enter this code where you were asked for it:',
    }),
    signup: ({ project, code }) => ({
      subject: `${code} is your ${project} code`,
      heading: `Welcome to ${project}`,
      body: 'Enter this code to confirm your address and finish signing up:',
    }),
    secondary: ({ project, code }) => ({
      subject: `${code} is your ${project} code`,
      heading: 'Confirm your address',
      body: `Enter this code to confirm it is you on ${project}:`,
    }),
  },
  codeExpires: ({ duration }) => `The code expires in ${duration}.`,
  codeIsSecret: ({ project }) => `Nobody from ${project} will ever ask you for it.`,
  codeInText: ({ project, code, duration }) =>
    `${code} is your ${project} code. It expires in ${duration}. Do not share it.`,
  passwordReset: {
    login: ({ project }) => ({
      subject: `Reset your ${project} password`,
      heading: 'Reset your password',
      body: `Use the button below to choose a new password for ${project}. It works once, in the browser you asked from.`,
      button: 'Choose a new password',
      instead: 'You can also log in without a password this time:',
      insteadLink: 'Log in',
    }),
    signup: ({ project }) => ({
      subject: `Finish signing up for ${project}`,
      heading: `Welcome to ${project}`,
      body: 'Use the button below to confirm your address and choose a password. It works once, in the browser you asked from.',
      button: 'Choose a password',
      instead: 'You can also sign up without a password:',
      insteadLink: 'Sign up',
    }),
  },
  factor: {
    email: 'an e-mail address',
    phone_number: 'a phone number',
    oauth: 'an account elsewhere',
    password: 'a password',
    totp: 'an authenticator app',
    crypto_wallet: 'a wallet',
    webauthn: 'a passkey',
    biometric: 'a device unlock',
  },
  notice: {
    factor_added: ({ project, factor }) => ({
      subject: `A new way to log in to ${project}`,
      heading: 'A new way to log in',
      body: `Your ${project} account has a new way to log in: ${factor}.`,
      advice: 'If this was not you, log in, remove it, and sign out everywhere else.',
    }),
    factor_removed: ({ project, factor }) => ({
      subject: `A way to log in to ${project} was removed`,
      heading: 'A way to log in was removed',
      body: `Your ${project} account had a way to log in that was removed: ${factor}.`,
      advice: 'If this was not you, log in and check what is left.',
    }),
    password_changed: ({ project }) => ({
      subject: `Your ${project} password was changed`,
      heading: 'Your password was changed',
      body: `The password of your ${project} account was changed, and every other session was signed out.`,
      advice: 'If this was not you, reset your password now.',
    }),
    password_disabled: ({ project }) => ({
      subject: `An old password of your ${project} account was turned off`,
      heading: 'A password was turned off',
      body: `You have just confirmed that this address is yours. A password had been set for your ${project} account before that, perhaps by somebody else. It does not work any more, and whoever used it was signed out.`,
      advice: 'If it was yours, choose a new one with "Forgot password?".',
    }),
  },
  notYou: 'If you did not ask for this, you can ignore it: nothing happens without you.',
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
