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
  notYou: 'If you did not ask for this, you can ignore it: nothing happens without you.',
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
