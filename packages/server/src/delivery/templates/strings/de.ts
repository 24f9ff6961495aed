import type { MessageStrings } from './en.ts'

/** Addresses the reader as “du”, like the widgets. */
export const de: MessageStrings = {
  'login.subject': 'Bei {project} anmelden',
  'login.heading': 'Bei {project} anmelden',
  'signup.subject': 'Registrierung bei {project} abschließen',
  'signup.heading': 'Willkommen bei {project}',
  'secondary.heading': 'Adresse bestätigen',

  'magic_link.login.body':
    'Hier ist dein Anmeldelink. Er funktioniert einmal, in dem Browser, in dem du ihn angefordert hast.',
  'magic_link.login.button': 'Anmelden',
  'magic_link.signup.body':
    'Bestätige deine E-Mail-Adresse, um die Registrierung abzuschließen. Der Link funktioniert einmal, in dem Browser, in dem du ihn angefordert hast.',
  'magic_link.signup.button': 'Registrierung abschließen',
  'magic_link.secondary.subject': 'Bestätige deine Adresse für {project}',
  'magic_link.secondary.body':
    'Bestätige, dass du diese Adresse deinem Konto bei {project} hinzufügen möchtest. Der Link funktioniert einmal, in dem Browser, in dem du ihn angefordert hast.',
  'magic_link.secondary.button': 'Diese Adresse bestätigen',
  'link.expires': 'Der Link ist {duration} gültig.',
  'link.host': 'Er führt zu {host}.',
  'link.trouble': 'Probleme mit der Schaltfläche?',
  'link.copy': 'Kopiere diese Adresse in deinen Browser:',

  'passcode.subject': '{code} ist dein Code für {project}',
  'passcode.login.body': 'Gib diesen Code ein, um dich anzumelden:',
  'passcode.signup.body': 'Gib diesen Code ein, um deine Adresse zu bestätigen und die Registrierung abzuschließen:',
  'passcode.secondary.body': 'Gib diesen Code ein, um bei {project} zu bestätigen, dass du es bist:',
  'passcode.expires': 'Der Code ist {duration} gültig.',
  'passcode.secret': 'Gib ihn nicht weiter: {project} wird dich nie danach fragen.',
  'passcode.text': '{code} ist dein Code für {project}. Er ist {duration} gültig. Gib ihn nicht weiter.',

  'reset.subject': 'Setze dein Passwort für {project} zurück',
  'reset.heading': 'Passwort zurücksetzen',
  'reset.body':
    'Wähle ein neues Passwort für {project}. Der Link funktioniert einmal, in dem Browser, in dem du ihn angefordert hast.',
  'reset.button': 'Neues Passwort wählen',
  'reset.instead': 'Diesmal ohne Passwort anmelden',
  'set_password.subject': 'Lege ein Passwort für {project} fest oder melde dich an',
  'set_password.heading': 'Passwort festlegen oder anmelden',
  'set_password.body':
    'Dein Konto bei {project} hat noch kein Passwort. Du kannst jetzt eines festlegen oder dich ohne Passwort anmelden. Die Links funktionieren einmal, in dem Browser, in dem du sie angefordert hast.',
  'set_password.button': 'Passwort festlegen',
  'set_password.instead': 'Ohne Passwort anmelden',
  'reset_signup.body':
    'Bestätige deine E-Mail-Adresse und wähle ein Passwort, um die Registrierung abzuschließen. Der Link funktioniert einmal, in dem Browser, in dem du ihn angefordert hast.',
  'reset_signup.button': 'Passwort wählen',
  'reset_signup.instead': 'Ohne Passwort registrieren',

  'invite.subject': 'Einladung zu {organization} bei {project}',
  'invite.heading': '{organization} beitreten',
  'invite.body': '{inviter} hat dich zu {organization} bei {project} eingeladen. Der Link funktioniert einmal.',
  'invite.body_unnamed': 'Du wurdest zu {organization} bei {project} eingeladen. Der Link funktioniert einmal.',
  'invite.button': 'Einladung annehmen',
  'invite.ignore': 'Wenn du diese Einladung nicht erwartet hast, kannst du diese E-Mail ignorieren.',

  'factor.email': 'eine E-Mail-Adresse',
  'factor.phone_number': 'eine Telefonnummer',
  'factor.oauth': 'ein Konto bei einem anderen Anbieter',
  'factor.password': 'ein Passwort',
  'factor.sso': 'die Anmeldung über die Organisation (Single Sign-on)',
  'factor.totp': 'eine Authenticator-App',
  'factor.crypto_wallet': 'eine Krypto-Wallet',
  'factor.webauthn': 'ein Passkey',
  'factor.biometric': 'eine biometrische Geräteentsperrung',
  'factor_added.subject': 'Neue Anmeldeart für dein Konto bei {project}',
  'factor_added.heading': 'Eine Anmeldeart wurde hinzugefügt',
  'factor_added.body': 'Deinem Konto bei {project} wurde eine Anmeldeart hinzugefügt: {factor}.',
  'factor_added.advice':
    'Falls du das nicht warst, melde dich an, entferne sie und melde dich in allen anderen Sitzungen ab.',
  'factor_removed.subject': 'Eine Anmeldeart deines Kontos bei {project} wurde entfernt',
  'factor_removed.heading': 'Eine Anmeldeart wurde entfernt',
  'factor_removed.body': 'Von deinem Konto bei {project} wurde eine Anmeldeart entfernt: {factor}.',
  'factor_removed.advice': 'Falls du das nicht warst, melde dich an und prüfe die übrigen Anmeldearten.',
  'password_changed.subject': 'Dein Passwort für {project} wurde geändert',
  'password_changed.heading': 'Dein Passwort wurde geändert',
  'password_changed.body':
    'Das Passwort deines Kontos bei {project} wurde geändert, und alle anderen Sitzungen wurden beendet.',
  'password_changed.advice': 'Falls du das nicht warst, setze dein Passwort jetzt zurück.',
  'password_disabled.subject': 'Ein altes Passwort deines Kontos bei {project} wurde abgeschaltet',
  'password_disabled.heading': 'Ein Passwort wurde abgeschaltet',
  'password_disabled.body':
    'Du hast gerade bestätigt, dass diese Adresse dir gehört. Davor war für dein Konto bei {project} ein Passwort festgelegt worden, möglicherweise von jemand anderem. Es gilt nicht mehr, und seine Sitzungen wurden beendet.',
  'password_disabled.advice': 'Falls du es selbst festgelegt hast, wähle mit „Passwort vergessen?“ ein neues.',
  'email_change.body':
    'Bestätige diese Adresse, um dich künftig damit bei {organization} auf {project} anzumelden. Der Link funktioniert einmal.',
  'email_changed.subject': 'Die E-Mail-Adresse deines Kontos bei {project} wurde geändert',
  'email_changed.body':
    'Du meldest dich bei {organization} auf {project} jetzt mit einer anderen E-Mail-Adresse an. Diese hier funktioniert nicht mehr.',
  'sign_in_changed.subject': 'Deine Anmeldung bei {project} wurde geändert',
  'sign_in_changed.body':
    'Ein Admin hat geändert, wie du dich bei {organization} auf {project} anmeldest. Eventuell musst du dich neu anmelden.',
  'member.advice': 'Falls du das nicht erwartet hast, frage einen Admin von {organization}.',
  'mfa_phone_changed.subject': 'Die Telefonnummer für deinen zweiten Faktor wurde geändert',
  'mfa_phone_changed.body':
    'Die Telefonnummer für Codes, die du nach der Anmeldung bei {organization} auf {project} eingibst, wurde geändert.',
  'recovery_codes_rotated.subject': 'Deine Wiederherstellungscodes für {project} wurden ersetzt',
  'recovery_codes_rotated.body':
    'Alle Wiederherstellungscodes deiner Authenticator-App für {organization} auf {project} wurden ersetzt. Die bisherigen funktionieren nicht mehr.',
  'mfa_turned_off.subject': 'Dein zweiter Faktor für {project} wurde ausgeschaltet',
  'mfa_turned_off.body':
    'Du kannst dich jetzt ohne zweiten Faktor bei {organization} auf {project} anmelden, sofern die Organisation keinen verlangt.',
  'break_glass_used.subject': 'Der Notfallzugang zu {organization} wurde benutzt',
  'break_glass_used.body': '{member} hat sich über den Notfallzugang bei {organization} auf {project} angemeldet.',
  'break_glass_used.advice':
    'Falls du das nicht erwartet hast, beende die Sitzungen dieses Mitglieds und prüfe das Audit-Protokoll.',
  'certificate_expires.subject': 'Ein Zertifikat von {connection} läuft bald ab',
  'certificate_expires.body':
    'Mitglieder von {organization} melden sich bei {project} mit {connection} an. Das Zertifikat läuft bald ab. Danach kann die Anmeldung fehlschlagen.',
  'certificate_expires.advice':
    'Füge der Verbindung das nächste Zertifikat oder die Metadaten-Adresse deines Identitätsanbieters hinzu.',
  'domain_lapsed.subject': '{domain} ist für {organization} nicht mehr bestätigt',
  'domain_lapsed.body':
    'Der DNS-Eintrag von {domain} fehlte bei mehreren Prüfungen hintereinander. Neue Mitglieder können {organization} auf {project} nicht mehr mit einer Adresse dieser Domain beitreten. Alle Sitzungen laufen weiter.',
  'domain_claimed.subject': 'Eine andere Organisation beansprucht {domain}',
  'domain_claimed.body':
    'Eine andere Organisation auf {project} hat {domain} nachgewiesen. In 72 Stunden geht die Domain von {organization} auf diese über, falls deren DNS-Eintrag dann noch da ist.',
  'domain_taken_over.subject': '{organization} hat {domain} verloren',
  'domain_taken_over.body':
    'Eine andere Organisation auf {project} hat {domain} übernommen. Neue Mitglieder können {organization} nicht mehr mit einer Adresse dieser Domain beitreten. Alle Sitzungen laufen weiter.',
  'domain.advice': 'Falls du das nicht erwartet hast, prüfe die DNS-Einträge von {domain}.',
  'new_network.subject': 'Die Anmeldung bei {project} aus neuen Netzwerken ist eingeschränkt',
  'new_network.heading': 'Zu viele Anmeldeversuche',
  'new_network.body':
    'Für dein Konto bei {project} gab es viele Anmeldeversuche oder Anforderungen von Nachrichten. Zum Schutz ist die Anmeldung aus neuen Netzwerken vorübergehend eingeschränkt. Wenn du dich anmelden möchtest, öffne diesen Link auf dem Gerät und in dem Netzwerk, mit dem du dich anmeldest. Der Link funktioniert 24 Stunden.',
  'new_network.button': 'Dieses Netzwerk erlauben',

  'details.time': 'Zeit',
  'details.device': 'Gerät',
  'details.place': 'Ort',
  'details.browser_and_system': '{browser} auf {system}',
  'help.project': 'Brauchst du Hilfe? Wende dich an den Support von {project}.',
  'help.email': 'Brauchst du Hilfe? Schreib an {email}.',
  ignore: 'Falls du das nicht angefordert hast, kannst du diese E-Mail einfach ignorieren.',
}
