import type { MessageStrings } from './en.ts'

/** Addresses the reader as “tu”, like the widgets. */
export const it: MessageStrings = {
  'login.subject': 'Accedi a {project}',
  'login.heading': 'Accedi a {project}',
  'signup.subject': 'Completa la registrazione a {project}',
  'signup.heading': 'Ti diamo il benvenuto in {project}',
  'secondary.heading': 'Conferma il tuo indirizzo',

  'magic_link.login.body': 'Ecco il tuo link di accesso. Funziona una sola volta, nel browser da cui l’hai richiesto.',
  'magic_link.login.button': 'Accedi',
  'magic_link.signup.body':
    'Conferma il tuo indirizzo e-mail per completare la registrazione. Il link funziona una sola volta, nel browser da cui l’hai richiesto.',
  'magic_link.signup.button': 'Completa la registrazione',
  'magic_link.secondary.subject': 'Conferma il tuo indirizzo per {project}',
  'magic_link.secondary.body':
    'Conferma di voler aggiungere questo indirizzo al tuo account {project}. Il link funziona una sola volta, nel browser da cui l’hai richiesto.',
  'magic_link.secondary.button': 'Conferma questo indirizzo',
  'link.expires': 'Il link scade tra {duration}.',
  'link.host': 'Porta a {host}.',
  'link.trouble': 'Problemi con il pulsante?',
  'link.copy': 'Copia questo indirizzo nel tuo browser:',

  'passcode.subject': '{code} è il tuo codice {project}',
  'passcode.login.body': 'Inserisci questo codice per accedere:',
  'passcode.signup.body': 'Inserisci questo codice per confermare il tuo indirizzo e completare la registrazione:',
  'passcode.secondary.body': 'Inserisci questo codice per confermare che sei tu su {project}:',
  'passcode.expires': 'Il codice scade tra {duration}.',
  'passcode.secret': 'Non condividerlo: {project} non te lo chiederà mai.',
  'passcode.text': '{code} è il tuo codice {project}. Scade tra {duration}. Non condividerlo.',

  'reset.subject': 'Reimposta la tua password di {project}',
  'reset.heading': 'Reimposta la password',
  'reset.body':
    'Scegli una nuova password per {project}. Il link funziona una sola volta, nel browser da cui l’hai richiesto.',
  'reset.button': 'Scegli una nuova password',
  'reset.instead': 'Accedi senza password questa volta',
  'set_password.subject': 'Imposta una password per {project} o accedi',
  'set_password.heading': 'Imposta una password o accedi',
  'set_password.body':
    'Il tuo account {project} non ha ancora una password. Puoi impostarne una adesso o accedere senza. I link funzionano una sola volta, nel browser da cui li hai richiesti.',
  'set_password.button': 'Imposta una password',
  'set_password.instead': 'Accedi senza password',
  'reset_signup.body':
    'Conferma il tuo indirizzo e-mail e scegli una password per completare la registrazione. Il link funziona una sola volta, nel browser da cui l’hai richiesto.',
  'reset_signup.button': 'Scegli una password',
  'reset_signup.instead': 'Registrati senza password',

  'invite.subject': 'Entra in {organization} su {project}',
  'invite.heading': 'Entra in {organization}',
  'invite.body': '{inviter} ti ha invitato in {organization} su {project}. Il link funziona una sola volta.',
  'invite.body_unnamed': 'Hai ricevuto un invito a {organization} su {project}. Il link funziona una sola volta.',
  'invite.button': 'Accetta l’invito',
  'invite.ignore': 'Se non aspettavi questo invito, puoi ignorare questa email.',

  'factor.email': 'un indirizzo e-mail',
  'factor.phone_number': 'un numero di telefono',
  'factor.oauth': 'un account di un altro provider',
  'factor.password': 'una password',
  'factor.sso': 'il Single Sign-On di un’organizzazione',
  'factor.totp': 'un’app di autenticazione',
  'factor.crypto_wallet': 'un wallet di criptovalute',
  'factor.webauthn': 'una passkey',
  'factor.biometric': 'uno sblocco biometrico del dispositivo',
  'factor_added.subject': 'Nuovo modo di accedere al tuo account {project}',
  'factor_added.heading': 'È stato aggiunto un modo di accedere',
  'factor_added.body': 'Al tuo account {project} è stato aggiunto un modo di accedere: {factor}.',
  'factor_added.advice': 'Se non l’hai fatto tu, accedi, rimuovilo ed esci da tutte le altre sessioni.',
  'factor_removed.subject': 'Un modo di accedere è stato rimosso dal tuo account {project}',
  'factor_removed.heading': 'È stato rimosso un modo di accedere',
  'factor_removed.body': 'Dal tuo account {project} è stato rimosso un modo di accedere: {factor}.',
  'factor_removed.advice': 'Se non l’hai fatto tu, accedi e controlla i modi di accesso rimasti.',
  'password_changed.subject': 'La tua password di {project} è stata modificata',
  'password_changed.heading': 'La tua password è stata modificata',
  'password_changed.body':
    'La password del tuo account {project} è stata modificata e tutte le altre sessioni sono state chiuse.',
  'password_changed.advice': 'Se non l’hai fatto tu, reimposta subito la password.',
  'password_disabled.subject': 'Una vecchia password del tuo account {project} è stata disattivata',
  'password_disabled.heading': 'Una password è stata disattivata',
  'password_disabled.body':
    'Hai appena confermato che questo indirizzo è tuo. In precedenza era stata impostata una password per il tuo account {project}, forse da qualcun altro. Non funziona più e le sue sessioni sono state chiuse.',
  'password_disabled.advice': 'Se l’avevi impostata tu, scegline una nuova con “Password dimenticata?”.',
  'email_change.body':
    'Conferma questo indirizzo per accedere d’ora in poi a {organization} su {project} con esso. Il link funziona una sola volta.',
  'email_changed.subject': 'L’indirizzo email del tuo account {project} è stato modificato',
  'email_changed.body':
    'Ora accedi a {organization} su {project} con un altro indirizzo email. Questo non funziona più.',
  'sign_in_changed.subject': 'Il tuo modo di accedere a {project} è stato modificato',
  'sign_in_changed.body':
    'Un amministratore ha modificato il modo in cui accedi a {organization} su {project}. Potresti dover accedere di nuovo.',
  'member.advice': 'Se non te lo aspettavi, chiedi a un amministratore di {organization}.',
  'mfa_phone_changed.subject': 'Il numero di telefono del tuo secondo fattore è stato modificato',
  'mfa_phone_changed.body':
    'Il numero di telefono per i codici che inserisci dopo l’accesso a {organization} su {project} è stato modificato.',
  'recovery_codes_rotated.subject': 'I tuoi codici di recupero per {project} sono stati sostituiti',
  'recovery_codes_rotated.body':
    'Tutti i codici di recupero della tua app di autenticazione per {organization} su {project} sono stati sostituiti. Quelli precedenti non funzionano più.',
  'mfa_turned_off.subject': 'Il tuo secondo fattore per {project} è stato disattivato',
  'mfa_turned_off.body':
    'Ora puoi accedere a {organization} su {project} senza un secondo fattore, a meno che l’organizzazione non lo richieda.',
  'break_glass_used.subject': 'È stato usato l’accesso di emergenza a {organization}',
  'break_glass_used.body': '{member} ha effettuato l’accesso a {organization} su {project} con l’accesso di emergenza.',
  'break_glass_used.advice':
    'Se non te lo aspettavi, termina le sessioni di questo membro e controlla il registro di audit.',
  'certificate_expires.subject': 'Un certificato di {connection} sta per scadere',
  'certificate_expires.body':
    'I membri di {organization} accedono a {project} con {connection}. Il certificato sta per scadere. Dopo, l’accesso potrebbe non riuscire.',
  'certificate_expires.advice':
    'Aggiungi alla connessione il prossimo certificato o l’indirizzo dei metadati del tuo provider di identità.',
  'domain_lapsed.subject': '{domain} non è più verificato per {organization}',
  'domain_lapsed.body':
    'Il record DNS di {domain} mancava in più controlli di seguito. I nuovi membri non possono più entrare in {organization} su {project} con un indirizzo di questo dominio. Tutte le sessioni continuano.',
  'domain_claimed.subject': 'Un’altra organizzazione rivendica {domain}',
  'domain_claimed.body':
    'Un’altra organizzazione su {project} ha dimostrato di controllare {domain}. Prenderà il dominio da {organization} tra 72 ore, se il suo record DNS è ancora presente.',
  'domain_taken_over.subject': '{organization} ha perso {domain}',
  'domain_taken_over.body':
    'Un’altra organizzazione su {project} ha preso {domain}. I nuovi membri non possono più entrare in {organization} con un indirizzo di questo dominio. Tutte le sessioni continuano.',
  'domain.advice': 'Se non te lo aspettavi, controlla i record DNS di {domain}.',
  'new_network.subject': 'L’accesso a {project} da nuove reti è limitato',
  'new_network.heading': 'Troppi tentativi di accesso',
  'new_network.body':
    'Ci sono stati molti tentativi di accesso o richieste di messaggi per il tuo account {project}. Per proteggerlo, l’accesso da nuove reti è per ora limitato. Se vuoi accedere, apri questo link sul dispositivo e sulla rete che usi per accedere. Il link funziona per 24 ore.',
  'new_network.button': 'Consenti questa rete',

  'details.time': 'Ora',
  'details.device': 'Dispositivo',
  'details.place': 'Luogo',
  'details.browser_and_system': '{browser} su {system}',
  'help.project': 'Serve aiuto? Contatta l’assistenza di {project}.',
  'help.email': 'Serve aiuto? Scrivi a {email}.',
  ignore: 'Se non l’hai richiesto tu, puoi ignorare questa e-mail senza problemi.',
}
