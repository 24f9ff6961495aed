import type { MessageStrings } from './en.ts'

/** Addresses the reader in the second person singular, like the widgets; no past tense that depends on gender. */
export const pl: MessageStrings = {
  'login.subject': 'Zaloguj się do {project}',
  'login.heading': 'Zaloguj się do {project}',
  'signup.subject': 'Dokończ rejestrację w {project}',
  'signup.heading': 'Witamy w {project}',
  'secondary.heading': 'Potwierdź swój adres',

  'magic_link.login.body':
    'Oto Twój link do logowania. Działa jeden raz, w przeglądarce, z której pochodzi prośba o link.',
  'magic_link.login.button': 'Zaloguj się',
  'magic_link.signup.body':
    'Potwierdź swój adres e-mail, aby dokończyć rejestrację. Link działa jeden raz, w przeglądarce, z której pochodzi prośba o link.',
  'magic_link.signup.button': 'Dokończ rejestrację',
  'magic_link.secondary.subject': 'Potwierdź swój adres w {project}',
  'magic_link.secondary.body':
    'Potwierdź, że chcesz dodać ten adres do swojego konta {project}. Link działa jeden raz, w przeglądarce, z której pochodzi prośba o link.',
  'magic_link.secondary.button': 'Potwierdź ten adres',
  'link.expires': 'Ważność linku: {duration}.',
  'link.host': 'Link prowadzi do {host}.',
  'link.trouble': 'Przycisk nie działa?',
  'link.copy': 'Skopiuj ten adres do przeglądarki:',

  'passcode.subject': '{code} to Twój kod {project}',
  'passcode.login.body': 'Wpisz ten kod, aby się zalogować:',
  'passcode.signup.body': 'Wpisz ten kod, aby potwierdzić swój adres i dokończyć rejestrację:',
  'passcode.secondary.body': 'Wpisz ten kod, aby potwierdzić w {project}, że to Ty:',
  'passcode.expires': 'Ważność kodu: {duration}.',
  'passcode.secret': 'Nie udostępniaj go: {project} nigdy o niego nie poprosi.',
  'passcode.text': '{code} to Twój kod {project}. Ważność: {duration}. Nie udostępniaj go nikomu.',

  'reset.subject': 'Zresetuj hasło do {project}',
  'reset.heading': 'Zresetuj hasło',
  'reset.body':
    'Wybierz nowe hasło do {project}. Link działa jeden raz, w przeglądarce, z której pochodzi prośba o link.',
  'reset.button': 'Wybierz nowe hasło',
  'reset.instead': 'Tym razem zaloguj się bez hasła',
  'set_password.subject': 'Ustaw hasło do {project} lub zaloguj się',
  'set_password.heading': 'Ustaw hasło lub zaloguj się',
  'set_password.body':
    'Twoje konto {project} nie ma jeszcze hasła. Możesz je teraz ustawić albo zalogować się bez hasła. Linki działają jeden raz, w przeglądarce, z której pochodzi prośba o nie.',
  'set_password.button': 'Ustaw hasło',
  'set_password.instead': 'Zaloguj się bez hasła',
  'reset_signup.body':
    'Potwierdź swój adres e-mail i wybierz hasło, aby dokończyć rejestrację. Link działa jeden raz, w przeglądarce, z której pochodzi prośba o link.',
  'reset_signup.button': 'Wybierz hasło',
  'reset_signup.instead': 'Zarejestruj się bez hasła',

  'invite.subject': 'Dołącz do {organization} w {project}',
  'invite.heading': 'Dołącz do {organization}',
  'invite.body': '{inviter} zaprasza Cię do {organization} w {project}. Link działa jeden raz.',
  'invite.body_unnamed': 'Masz zaproszenie do {organization} w {project}. Link działa jeden raz.',
  'invite.button': 'Przyjmij zaproszenie',
  'invite.ignore': 'Jeśli to zaproszenie jest dla Ciebie niespodzianką, możesz zignorować tę wiadomość.',

  'factor.email': 'adres e-mail',
  'factor.phone_number': 'numer telefonu',
  'factor.oauth': 'konto u innego dostawcy',
  'factor.password': 'hasło',
  'factor.sso': 'logowanie jednokrotne organizacji',
  'factor.totp': 'aplikacja uwierzytelniająca',
  'factor.crypto_wallet': 'portfel kryptowalut',
  'factor.webauthn': 'klucz dostępu',
  'factor.biometric': 'biometryczne odblokowanie urządzenia',
  'factor_added.subject': 'Nowy sposób logowania do Twojego konta {project}',
  'factor_added.heading': 'Dodano sposób logowania',
  'factor_added.body': 'Do Twojego konta {project} dodano sposób logowania: {factor}.',
  'factor_added.advice': 'Jeśli to nie Ty, zaloguj się, usuń go i wyloguj wszystkie inne sesje.',
  'factor_removed.subject': 'Usunięto sposób logowania z Twojego konta {project}',
  'factor_removed.heading': 'Usunięto sposób logowania',
  'factor_removed.body': 'Z Twojego konta {project} usunięto sposób logowania: {factor}.',
  'factor_removed.advice': 'Jeśli to nie Ty, zaloguj się i sprawdź pozostałe sposoby logowania.',
  'password_changed.subject': 'Zmieniono Twoje hasło do {project}',
  'password_changed.heading': 'Zmieniono Twoje hasło',
  'password_changed.body': 'Zmieniono hasło do Twojego konta {project}, a wszystkie inne sesje zostały wylogowane.',
  'password_changed.advice': 'Jeśli to nie Ty, zresetuj teraz hasło.',
  'password_disabled.subject': 'Wyłączono stare hasło do Twojego konta {project}',
  'password_disabled.heading': 'Wyłączono hasło',
  'password_disabled.body':
    'Ten adres został właśnie potwierdzony jako Twój. Wcześniej ustawiono hasło do Twojego konta {project}, być może zrobił to ktoś inny. To hasło już nie działa, a jego sesje zostały wylogowane.',
  'password_disabled.advice': 'Jeśli to było Twoje hasło, wybierz nowe, używając opcji „Nie pamiętasz hasła?”.',
  'email_change.body':
    'Potwierdź ten adres, aby od teraz logować się nim do {organization} w {project}. Link działa jeden raz.',
  'email_changed.subject': 'Zmieniono adres e-mail Twojego konta {project}',
  'email_changed.body':
    'Do {organization} w {project} logujesz się teraz innym adresem e-mail. Ten adres już nie działa.',
  'sign_in_changed.subject': 'Zmieniono Twój sposób logowania do {project}',
  'sign_in_changed.body':
    'Administrator zmienił Twój sposób logowania do {organization} w {project}. Konieczne może być ponowne zalogowanie.',
  'member.advice': 'Jeśli to dla Ciebie niespodzianka, zapytaj administratora {organization}.',
  'mfa_phone_changed.subject': 'Zmieniono numer telefonu Twojego drugiego składnika',
  'mfa_phone_changed.body':
    'Zmieniono numer telefonu dla kodów, które wpisujesz po zalogowaniu do {organization} w {project}.',
  'recovery_codes_rotated.subject': 'Wymieniono Twoje kody odzyskiwania do {project}',
  'recovery_codes_rotated.body':
    'Wymieniono wszystkie kody odzyskiwania Twojej aplikacji uwierzytelniającej dla {organization} w {project}. Poprzednie już nie działają.',
  'mfa_turned_off.subject': 'Wyłączono Twój drugi składnik w {project}',
  'mfa_turned_off.body':
    'Możesz teraz logować się do {organization} w {project} bez drugiego składnika, chyba że organizacja go wymaga.',
  'break_glass_used.subject': 'Użyto dostępu awaryjnego do {organization}',
  'break_glass_used.body': '{member} zalogował(a) się do {organization} w {project} przez dostęp awaryjny.',
  'break_glass_used.advice': 'Jeśli to dla Ciebie niespodzianka, zakończ sesje tej osoby i sprawdź dziennik audytu.',
  'certificate_expires.subject': 'Certyfikat {connection} wkrótce wygaśnie',
  'certificate_expires.body':
    'Członkowie {organization} logują się do {project} przez {connection}. Certyfikat wkrótce wygaśnie. Potem logowanie może się nie udać.',
  'certificate_expires.advice': 'Dodaj do połączenia następny certyfikat albo adres metadanych dostawcy tożsamości.',
  'domain_lapsed.subject': '{domain} nie jest już potwierdzona dla {organization}',
  'domain_lapsed.body':
    'Rekordu DNS domeny {domain} zabrakło przy kilku kolejnych sprawdzeniach. Nowe osoby nie mogą już dołączyć do {organization} w {project} z adresem z tej domeny. Wszystkie sesje trwają dalej.',
  'domain_claimed.subject': 'Inna organizacja zgłasza prawo do {domain}',
  'domain_claimed.body':
    'Inna organizacja w {project} potwierdziła domenę {domain}. Przejmie ją od {organization} za 72 godziny, jeśli jej rekord DNS nadal będzie obecny.',
  'domain_taken_over.subject': '{organization} traci {domain}',
  'domain_taken_over.body':
    'Inna organizacja w {project} przejęła domenę {domain}. Nowe osoby nie mogą już dołączyć do {organization} z adresem z tej domeny. Wszystkie sesje trwają dalej.',
  'domain.advice': 'Jeśli to dla Ciebie niespodzianka, sprawdź rekordy DNS domeny {domain}.',
  'new_network.subject': 'Logowanie do {project} z nowych sieci jest ograniczone',
  'new_network.heading': 'Zbyt wiele prób logowania',
  'new_network.body':
    'Odnotowano wiele prób logowania lub próśb o wiadomości dla Twojego konta w {project}. Aby je chronić, logowanie z nowych sieci jest na razie ograniczone. Jeśli chcesz się zalogować, otwórz ten link na urządzeniu i w sieci, z których się logujesz. Link działa przez 24 godziny.',
  'new_network.button': 'Zezwól na tę sieć',

  'details.time': 'Czas',
  'details.device': 'Urządzenie',
  'details.place': 'Miejsce',
  'details.browser_and_system': '{browser}, {system}',
  'help.project': 'Potrzebujesz pomocy? Skontaktuj się z obsługą {project}.',
  'help.email': 'Potrzebujesz pomocy? Napisz na adres {email}.',
  ignore: 'Jeśli ta prośba nie pochodzi od Ciebie, możesz spokojnie zignorować tę wiadomość.',
}
