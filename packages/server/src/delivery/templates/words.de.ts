import type { MessageWords } from './words.ts'

export const german: MessageWords = {
  language: 'de',
  direction: 'ltr',
  duration(minutes) {
    if (minutes % 1440 === 0) return count(minutes / 1440, 'Tag', 'Tagen')
    if (minutes % 60 === 0) return count(minutes / 60, 'Stunde', 'Stunden')
    return count(minutes, 'Minute', 'Minuten')
  },
  magicLink: {
    login: ({ project }) => ({
      subject: `Bei ${project} anmelden`,
      heading: `Bei ${project} anmelden`,
      body: 'Melden Sie sich mit der Schaltfläche unten an. Sie gilt einmal, in dem Browser, in dem Sie sie angefordert haben.',
      button: 'Anmelden',
    }),
    signup: ({ project }) => ({
      subject: `Registrierung bei ${project} abschließen`,
      heading: `Willkommen bei ${project}`,
      body: 'Bestätigen Sie mit der Schaltfläche unten Ihre Adresse und schließen Sie die Registrierung ab. Sie gilt einmal, in dem Browser, in dem Sie sie angefordert haben.',
      button: 'Registrierung abschließen',
    }),
    secondary: ({ project }) => ({
      subject: `Ihre Adresse für ${project} bestätigen`,
      heading: 'Adresse bestätigen',
      body: `Fügen Sie diese Adresse mit der Schaltfläche unten Ihrem Konto bei ${project} hinzu. Sie gilt einmal, in dem Browser, in dem Sie sie angefordert haben.`,
      button: 'Diese Adresse bestätigen',
    }),
  },
  linkExpires: ({ duration }) => `Der Link läuft in ${duration} ab.`,
  linkHost: ({ host }) => `Er führt zu ${host}.`,
  linkInstead: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  passcode: {
    login: ({ project, code }) => ({
      subject: `${code} ist Ihr Code für ${project}`,
      heading: `Bei ${project} anmelden`,
      body: 'Geben Sie diesen Code dort ein, wo Sie danach gefragt wurden:',
    }),
    signup: ({ project, code }) => ({
      subject: `${code} ist Ihr Code für ${project}`,
      heading: `Willkommen bei ${project}`,
      body: 'Geben Sie diesen Code ein, um Ihre Adresse zu bestätigen und die Registrierung abzuschließen:',
    }),
    secondary: ({ project, code }) => ({
      subject: `${code} ist Ihr Code für ${project}`,
      heading: 'Adresse bestätigen',
      body: `Geben Sie diesen Code ein, um sich bei ${project} auszuweisen:`,
    }),
  },
  codeExpires: ({ duration }) => `Der Code läuft in ${duration} ab.`,
  codeIsSecret: ({ project }) => `Niemand von ${project} wird Sie je danach fragen.`,
  codeInText: ({ project, code, duration }) =>
    `${code} ist Ihr Code für ${project}. Er läuft in ${duration} ab. Geben Sie ihn nicht weiter.`,
  passwordReset: {
    login: ({ project }) => ({
      subject: `Ihr Passwort für ${project} zurücksetzen`,
      heading: 'Passwort zurücksetzen',
      body: `Wählen Sie mit der Schaltfläche unten ein neues Passwort für ${project}. Sie gilt einmal, in dem Browser, in dem Sie sie angefordert haben.`,
      button: 'Neues Passwort wählen',
      instead: 'Sie können sich diesmal auch ohne Passwort anmelden:',
      insteadLink: 'Anmelden',
    }),
    signup: ({ project }) => ({
      subject: `Registrierung bei ${project} abschließen`,
      heading: `Willkommen bei ${project}`,
      body: 'Bestätigen Sie mit der Schaltfläche unten Ihre Adresse und wählen Sie ein Passwort. Sie gilt einmal, in dem Browser, in dem Sie sie angefordert haben.',
      button: 'Passwort wählen',
      instead: 'Sie können sich auch ohne Passwort registrieren:',
      insteadLink: 'Registrieren',
    }),
  },
  factor: {
    email: 'eine E-Mail-Adresse',
    phone_number: 'eine Telefonnummer',
    oauth: 'ein Konto bei einem anderen Anbieter',
    password: 'ein Passwort',
    totp: 'eine Authenticator-App',
    crypto_wallet: 'eine Wallet',
    webauthn: 'ein Passkey',
    biometric: 'eine Geräteentsperrung',
  },
  notice: {
    factor_added: ({ project, factor }) => ({
      subject: `Neuer Anmeldeweg bei ${project}`,
      heading: 'Neuer Anmeldeweg',
      body: `Ihr Konto bei ${project} hat einen neuen Anmeldeweg: ${factor}.`,
      advice: 'Falls Sie das nicht waren, melden Sie sich an, entfernen Sie ihn und melden Sie sich überall sonst ab.',
    }),
    factor_removed: ({ project, factor }) => ({
      subject: `Ein Anmeldeweg bei ${project} wurde entfernt`,
      heading: 'Ein Anmeldeweg wurde entfernt',
      body: `Von Ihrem Konto bei ${project} wurde ein Anmeldeweg entfernt: ${factor}.`,
      advice: 'Falls Sie das nicht waren, melden Sie sich an und prüfen Sie, was noch da ist.',
    }),
    password_changed: ({ project }) => ({
      subject: `Ihr Passwort für ${project} wurde geändert`,
      heading: 'Ihr Passwort wurde geändert',
      body: `Das Passwort Ihres Kontos bei ${project} wurde geändert, und alle anderen Sitzungen wurden beendet.`,
      advice: 'Falls Sie das nicht waren, setzen Sie Ihr Passwort jetzt zurück.',
    }),
    password_disabled: ({ project }) => ({
      subject: `Ein altes Passwort Ihres Kontos bei ${project} wurde abgeschaltet`,
      heading: 'Ein Passwort wurde abgeschaltet',
      body: `Sie haben gerade bestätigt, dass diese Adresse Ihnen gehört. Davor war für Ihr Konto bei ${project} ein Passwort gesetzt worden, vielleicht von jemand anderem. Es gilt nicht mehr, und wer es benutzt hat, wurde abgemeldet.`,
      advice: 'Falls es Ihres war, wählen Sie mit „Passwort vergessen?“ ein neues.',
    }),
  },
  notYou: 'Falls Sie das nicht angefordert haben, können Sie es ignorieren: Ohne Sie geschieht nichts.',
}

function count(amount: number, one: string, many: string): string {
  return `${amount} ${amount === 1 ? one : many}`
}
