import type { MessageStrings } from './en.ts'

/** Addresses the reader as “je”, like the widgets. */
export const nl: MessageStrings = {
  'login.subject': 'Inloggen bij {project}',
  'login.heading': 'Inloggen bij {project}',
  'signup.subject': 'Rond je registratie bij {project} af',
  'signup.heading': 'Welkom bij {project}',
  'secondary.heading': 'Bevestig je adres',

  'magic_link.login.body': 'Hier is je inloglink. Hij werkt één keer, in de browser waarin je hem hebt aangevraagd.',
  'magic_link.login.button': 'Inloggen',
  'magic_link.signup.body':
    'Bevestig je e-mailadres om je registratie af te ronden. De link werkt één keer, in de browser waarin je hem hebt aangevraagd.',
  'magic_link.signup.button': 'Registratie afronden',
  'magic_link.secondary.subject': 'Bevestig je adres voor {project}',
  'magic_link.secondary.body':
    'Bevestig dat je dit adres aan je {project}-account wilt toevoegen. De link werkt één keer, in de browser waarin je hem hebt aangevraagd.',
  'magic_link.secondary.button': 'Dit adres bevestigen',
  'link.expires': 'De link verloopt over {duration}.',
  'link.host': 'Hij leidt naar {host}.',
  'link.trouble': 'Problemen met de knop?',
  'link.copy': 'Kopieer dit adres naar je browser:',

  'passcode.subject': '{code} is je code voor {project}',
  'passcode.login.body': 'Voer deze code in om in te loggen:',
  'passcode.signup.body': 'Voer deze code in om je adres te bevestigen en je registratie af te ronden:',
  'passcode.secondary.body': 'Voer deze code in om te bevestigen dat jij het bent op {project}:',
  'passcode.expires': 'De code verloopt over {duration}.',
  'passcode.secret': 'Deel hem niet: {project} zal er nooit om vragen.',
  'passcode.text': '{code} is je code voor {project}. Hij verloopt over {duration}. Deel hem niet.',

  'reset.subject': 'Stel je wachtwoord voor {project} opnieuw in',
  'reset.heading': 'Stel je wachtwoord opnieuw in',
  'reset.body':
    'Kies een nieuw wachtwoord voor {project}. De link werkt één keer, in de browser waarin je hem hebt aangevraagd.',
  'reset.button': 'Nieuw wachtwoord kiezen',
  'reset.instead': 'Deze keer zonder wachtwoord inloggen',
  'set_password.subject': 'Stel een wachtwoord in voor {project} of log in',
  'set_password.heading': 'Stel een wachtwoord in of log in',
  'set_password.body':
    'Je {project}-account heeft nog geen wachtwoord. Je kunt er nu een instellen, of zonder wachtwoord inloggen. De links werken één keer, in de browser waarin je ze hebt aangevraagd.',
  'set_password.button': 'Wachtwoord instellen',
  'set_password.instead': 'Zonder wachtwoord inloggen',
  'reset_signup.body':
    'Bevestig je e-mailadres en kies een wachtwoord om je registratie af te ronden. De link werkt één keer, in de browser waarin je hem hebt aangevraagd.',
  'reset_signup.button': 'Wachtwoord kiezen',
  'reset_signup.instead': 'Zonder wachtwoord registreren',

  'invite.subject': 'Word lid van {organization} op {project}',
  'invite.heading': 'Word lid van {organization}',
  'invite.body': '{inviter} heeft je uitgenodigd voor {organization} op {project}. De link werkt één keer.',
  'invite.body_unnamed': 'Je bent uitgenodigd voor {organization} op {project}. De link werkt één keer.',
  'invite.button': 'Uitnodiging accepteren',
  'invite.ignore': 'Als je deze uitnodiging niet verwachtte, kun je deze e-mail negeren.',

  'factor.email': 'een e-mailadres',
  'factor.phone_number': 'een telefoonnummer',
  'factor.oauth': 'een account bij een andere aanbieder',
  'factor.password': 'een wachtwoord',
  'factor.sso': 'single sign-on van een organisatie',
  'factor.totp': 'een authenticator-app',
  'factor.crypto_wallet': 'een cryptowallet',
  'factor.webauthn': 'een passkey',
  'factor.biometric': 'een biometrische apparaatontgrendeling',
  'factor_added.subject': 'Nieuwe inlogmethode voor je {project}-account',
  'factor_added.heading': 'Er is een inlogmethode toegevoegd',
  'factor_added.body': 'Er is een inlogmethode aan je {project}-account toegevoegd: {factor}.',
  'factor_added.advice': 'Was jij dit niet? Log in, verwijder de methode en log uit bij alle andere sessies.',
  'factor_removed.subject': 'Er is een inlogmethode van je {project}-account verwijderd',
  'factor_removed.heading': 'Er is een inlogmethode verwijderd',
  'factor_removed.body': 'Er is een inlogmethode van je {project}-account verwijderd: {factor}.',
  'factor_removed.advice': 'Was jij dit niet? Log in en controleer de overgebleven inlogmethoden.',
  'password_changed.subject': 'Je wachtwoord voor {project} is gewijzigd',
  'password_changed.heading': 'Je wachtwoord is gewijzigd',
  'password_changed.body':
    'Het wachtwoord van je {project}-account is gewijzigd en alle andere sessies zijn uitgelogd.',
  'password_changed.advice': 'Was jij dit niet? Stel je wachtwoord nu opnieuw in.',
  'password_disabled.subject': 'Een oud wachtwoord van je {project}-account is uitgeschakeld',
  'password_disabled.heading': 'Een wachtwoord is uitgeschakeld',
  'password_disabled.body':
    'Je hebt zojuist bevestigd dat dit adres van jou is. Daarvoor was er een wachtwoord ingesteld voor je {project}-account, mogelijk door iemand anders. Het werkt niet meer en de bijbehorende sessies zijn uitgelogd.',
  'password_disabled.advice': 'Had je het zelf ingesteld? Kies dan een nieuw met ‘Wachtwoord vergeten?’.',
  'email_change.body':
    'Bevestig dit adres om er voortaan mee in te loggen bij {organization} op {project}. De link werkt één keer.',
  'email_changed.subject': 'Het e-mailadres van je {project}-account is gewijzigd',
  'email_changed.body':
    'Je logt nu met een ander e-mailadres in bij {organization} op {project}. Dit adres werkt niet meer.',
  'sign_in_changed.subject': 'Hoe je inlogt bij {project} is gewijzigd',
  'sign_in_changed.body':
    'Een beheerder heeft gewijzigd hoe je inlogt bij {organization} op {project}. Mogelijk moet je opnieuw inloggen.',
  'member.advice': 'Had je dit niet verwacht? Vraag het aan een beheerder van {organization}.',
  'mfa_phone_changed.subject': 'Het telefoonnummer voor je tweede factor is gewijzigd',
  'mfa_phone_changed.body':
    'Het telefoonnummer voor de codes die je invoert nadat je inlogt bij {organization} op {project} is gewijzigd.',
  'recovery_codes_rotated.subject': 'Je herstelcodes voor {project} zijn vervangen',
  'recovery_codes_rotated.body':
    'Alle herstelcodes van je authenticator-app voor {organization} op {project} zijn vervangen. De vorige werken niet meer.',
  'mfa_turned_off.subject': 'Je tweede factor voor {project} is uitgeschakeld',
  'mfa_turned_off.body':
    'Je kunt nu zonder tweede factor inloggen bij {organization} op {project}, tenzij de organisatie er een vereist.',
  'break_glass_used.subject': 'De noodtoegang tot {organization} is gebruikt',
  'break_glass_used.body': '{member} heeft met noodtoegang ingelogd bij {organization} op {project}.',
  'break_glass_used.advice':
    'Had je dit niet verwacht? Beëindig de sessies van dit lid en controleer het auditlogboek.',
  'certificate_expires.subject': 'Een certificaat van {connection} verloopt binnenkort',
  'certificate_expires.body':
    'Leden van {organization} loggen in bij {project} met {connection}. Het certificaat verloopt binnenkort. Daarna kan inloggen mislukken.',
  'certificate_expires.advice':
    'Voeg het volgende certificaat of het metadata-adres van je identiteitsprovider toe aan de verbinding.',
  'domain_lapsed.subject': '{domain} is niet meer geverifieerd voor {organization}',
  'domain_lapsed.body':
    'Het DNS-record van {domain} ontbrak bij meerdere controles achter elkaar. Nieuwe leden kunnen niet meer met een adres van dit domein lid worden van {organization} op {project}. Alle sessies lopen door.',
  'domain_claimed.subject': 'Een andere organisatie claimt {domain}',
  'domain_claimed.body':
    'Een andere organisatie op {project} heeft {domain} aangetoond. Zij neemt het domein over 72 uur over van {organization}, als haar DNS-record er dan nog is.',
  'domain_taken_over.subject': '{organization} is {domain} kwijt',
  'domain_taken_over.body':
    'Een andere organisatie op {project} heeft {domain} overgenomen. Nieuwe leden kunnen niet meer met een adres van dit domein lid worden van {organization}. Alle sessies lopen door.',
  'domain.advice': 'Had je dit niet verwacht? Controleer de DNS-records van {domain}.',
  'new_network.subject': 'Inloggen bij {project} vanaf nieuwe netwerken is beperkt',
  'new_network.heading': 'Te veel inlogpogingen',
  'new_network.body':
    'Er waren veel inlogpogingen of aanvragen voor berichten voor je account bij {project}. Om het te beschermen is inloggen vanaf nieuwe netwerken voorlopig beperkt. Wil je inloggen, open deze link dan op het apparaat en het netwerk waarmee je inlogt. De link werkt 24 uur.',
  'new_network.button': 'Dit netwerk toestaan',

  'details.time': 'Tijd',
  'details.device': 'Apparaat',
  'details.place': 'Plaats',
  'details.browser_and_system': '{browser} op {system}',
  'help.project': 'Hulp nodig? Neem contact op met de klantenservice van {project}.',
  'help.email': 'Hulp nodig? Schrijf naar {email}.',
  ignore: 'Heb je hier niet om gevraagd? Dan kun je deze e-mail gerust negeren.',
}
