import type { MessageStrings } from './en.ts'

/** Addresses the reader as “vous”, like the widgets. */
export const fr: MessageStrings = {
  'login.subject': 'Connexion à {project}',
  'login.heading': 'Connexion à {project}',
  'signup.subject': 'Terminez votre inscription à {project}',
  'signup.heading': 'Bienvenue sur {project}',
  'secondary.heading': 'Confirmez votre adresse',

  'magic_link.login.body':
    'Voici votre lien de connexion. Il fonctionne une seule fois, dans le navigateur où vous l’avez demandé.',
  'magic_link.login.button': 'Se connecter',
  'magic_link.signup.body':
    'Confirmez votre adresse e-mail pour terminer votre inscription. Le lien fonctionne une seule fois, dans le navigateur où vous l’avez demandé.',
  'magic_link.signup.button': 'Terminer l’inscription',
  'magic_link.secondary.subject': 'Confirmez votre adresse pour {project}',
  'magic_link.secondary.body':
    'Confirmez que vous souhaitez ajouter cette adresse à votre compte {project}. Le lien fonctionne une seule fois, dans le navigateur où vous l’avez demandé.',
  'magic_link.secondary.button': 'Confirmer cette adresse',
  'link.expires': 'Le lien expire dans {duration}.',
  'link.host': 'Il mène à {host}.',
  'link.trouble': 'Un problème avec le bouton ?',
  'link.copy': 'Copiez cette adresse dans votre navigateur :',

  'passcode.subject': '{code} est votre code {project}',
  'passcode.login.body': 'Saisissez ce code pour vous connecter :',
  'passcode.signup.body': 'Saisissez ce code pour confirmer votre adresse et terminer votre inscription :',
  'passcode.secondary.body': 'Saisissez ce code pour confirmer qu’il s’agit bien de vous sur {project} :',
  'passcode.expires': 'Le code expire dans {duration}.',
  'passcode.secret': 'Ne le partagez pas : {project} ne vous le demandera jamais.',
  'passcode.text': '{code} est votre code {project}. Il expire dans {duration}. Ne le partagez pas.',

  'reset.subject': 'Réinitialisez votre mot de passe {project}',
  'reset.heading': 'Réinitialisez votre mot de passe',
  'reset.body':
    'Choisissez un nouveau mot de passe pour {project}. Le lien fonctionne une seule fois, dans le navigateur où vous l’avez demandé.',
  'reset.button': 'Choisir un nouveau mot de passe',
  'reset.instead': 'Se connecter sans mot de passe cette fois',
  'set_password.subject': 'Définissez un mot de passe pour {project} ou connectez-vous',
  'set_password.heading': 'Définissez un mot de passe ou connectez-vous',
  'set_password.body':
    'Votre compte {project} n’a pas encore de mot de passe. Vous pouvez en définir un maintenant, ou vous connecter sans mot de passe. Les liens fonctionnent une seule fois, dans le navigateur où vous les avez demandés.',
  'set_password.button': 'Définir un mot de passe',
  'set_password.instead': 'Se connecter sans mot de passe',
  'reset_signup.body':
    'Confirmez votre adresse e-mail et choisissez un mot de passe pour terminer votre inscription. Le lien fonctionne une seule fois, dans le navigateur où vous l’avez demandé.',
  'reset_signup.button': 'Choisir un mot de passe',
  'reset_signup.instead': 'S’inscrire sans mot de passe',

  'invite.subject': 'Rejoignez {organization} sur {project}',
  'invite.heading': 'Rejoignez {organization}',
  'invite.body': '{inviter} vous invite à rejoindre {organization} sur {project}. Le lien fonctionne une seule fois.',
  'invite.body_unnamed':
    'Vous avez reçu une invitation à rejoindre {organization} sur {project}. Le lien fonctionne une seule fois.',
  'invite.button': 'Accepter l’invitation',
  'invite.ignore': 'Si vous n’attendiez pas cette invitation, vous pouvez ignorer cet e-mail.',

  'factor.email': 'une adresse e-mail',
  'factor.phone_number': 'un numéro de téléphone',
  'factor.oauth': 'un compte chez un autre fournisseur',
  'factor.password': 'un mot de passe',
  'factor.sso': 'l’authentification unique d’une organisation',
  'factor.totp': 'une application d’authentification',
  'factor.crypto_wallet': 'un portefeuille crypto',
  'factor.webauthn': 'une clé d’accès',
  'factor.biometric': 'un déverrouillage biométrique de l’appareil',
  'factor_added.subject': 'Nouvelle méthode de connexion à votre compte {project}',
  'factor_added.heading': 'Une méthode de connexion a été ajoutée',
  'factor_added.body': 'Une méthode de connexion a été ajoutée à votre compte {project} : {factor}.',
  'factor_added.advice': 'Si ce n’était pas vous, connectez-vous, supprimez-la et fermez toutes les autres sessions.',
  'factor_removed.subject': 'Une méthode de connexion a été supprimée de votre compte {project}',
  'factor_removed.heading': 'Une méthode de connexion a été supprimée',
  'factor_removed.body': 'Une méthode de connexion a été supprimée de votre compte {project} : {factor}.',
  'factor_removed.advice': 'Si ce n’était pas vous, connectez-vous et vérifiez les méthodes restantes.',
  'password_changed.subject': 'Votre mot de passe {project} a été modifié',
  'password_changed.heading': 'Votre mot de passe a été modifié',
  'password_changed.body':
    'Le mot de passe de votre compte {project} a été modifié, et toutes les autres sessions ont été fermées.',
  'password_changed.advice': 'Si ce n’était pas vous, réinitialisez votre mot de passe dès maintenant.',
  'password_disabled.subject': 'Un ancien mot de passe de votre compte {project} a été désactivé',
  'password_disabled.heading': 'Un mot de passe a été désactivé',
  'password_disabled.body':
    'Vous venez de confirmer que cette adresse est la vôtre. Auparavant, un mot de passe avait été défini pour votre compte {project}, peut-être par quelqu’un d’autre. Il ne fonctionne plus, et ses sessions ont été fermées.',
  'password_disabled.advice':
    'Si vous l’aviez défini vous-même, choisissez-en un nouveau avec « Mot de passe oublié ? ».',
  'email_change.body':
    'Confirmez cette adresse pour vous connecter désormais avec elle à {organization} sur {project}. Le lien fonctionne une seule fois.',
  'email_changed.subject': 'L’adresse e-mail de votre compte {project} a été modifiée',
  'email_changed.body':
    'Vous vous connectez maintenant à {organization} sur {project} avec une autre adresse e-mail. Celle-ci ne fonctionne plus.',
  'sign_in_changed.subject': 'Votre façon de vous connecter à {project} a été modifiée',
  'sign_in_changed.body':
    'Un administrateur a modifié votre façon de vous connecter à {organization} sur {project}. Vous devrez peut-être vous reconnecter.',
  'member.advice': 'Si vous ne vous y attendiez pas, demandez à un administrateur de {organization}.',
  'mfa_phone_changed.subject': 'Le numéro de téléphone de votre second facteur a été modifié',
  'mfa_phone_changed.body':
    'Le numéro de téléphone pour les codes que vous saisissez après votre connexion à {organization} sur {project} a été modifié.',
  'recovery_codes_rotated.subject': 'Vos codes de récupération pour {project} ont été remplacés',
  'recovery_codes_rotated.body':
    'Tous les codes de récupération de votre application d’authentification pour {organization} sur {project} ont été remplacés. Les anciens ne fonctionnent plus.',
  'mfa_turned_off.subject': 'Votre second facteur pour {project} a été désactivé',
  'mfa_turned_off.body':
    'Vous pouvez maintenant vous connecter à {organization} sur {project} sans second facteur, sauf si l’organisation en exige un.',
  'break_glass_used.subject': 'L’accès d’urgence à {organization} a été utilisé',
  'break_glass_used.body': '{member} s’est connecté à {organization} sur {project} avec l’accès d’urgence.',
  'break_glass_used.advice':
    'Si vous ne vous y attendiez pas, mettez fin aux sessions de ce membre et vérifiez le journal d’audit.',
  'certificate_expires.subject': 'Un certificat de {connection} expire bientôt',
  'certificate_expires.body':
    'Les membres de {organization} se connectent à {project} avec {connection}. Son certificat expire bientôt. Ensuite, la connexion peut échouer.',
  'certificate_expires.advice':
    'Ajoutez à la connexion le prochain certificat ou l’adresse des métadonnées de votre fournisseur d’identité.',
  'domain_lapsed.subject': '{domain} n’est plus vérifié pour {organization}',
  'domain_lapsed.body':
    'L’enregistrement DNS de {domain} manquait lors de plusieurs vérifications de suite. Les nouveaux membres ne peuvent plus rejoindre {organization} sur {project} avec une adresse de ce domaine. Toutes les sessions continuent.',
  'domain_claimed.subject': 'Une autre organisation revendique {domain}',
  'domain_claimed.body':
    'Une autre organisation sur {project} a prouvé qu’elle contrôle {domain}. Elle reprendra le domaine à {organization} dans 72 heures, si son enregistrement DNS est toujours présent.',
  'domain_taken_over.subject': '{organization} a perdu {domain}',
  'domain_taken_over.body':
    'Une autre organisation sur {project} a repris {domain}. Les nouveaux membres ne peuvent plus rejoindre {organization} avec une adresse de ce domaine. Toutes les sessions continuent.',
  'domain.advice': 'Si vous ne vous y attendiez pas, vérifiez les enregistrements DNS de {domain}.',
  'new_network.subject': 'La connexion à {project} depuis de nouveaux réseaux est limitée',
  'new_network.heading': 'Trop de tentatives de connexion',
  'new_network.body':
    'De nombreuses tentatives de connexion ou demandes de messages ont visé votre compte {project}. Pour le protéger, la connexion depuis de nouveaux réseaux est limitée pour le moment. Si vous souhaitez vous connecter, ouvrez ce lien sur l’appareil et le réseau que vous utilisez. Le lien fonctionne pendant 24 heures.',
  'new_network.button': 'Autoriser ce réseau',

  'details.time': 'Heure',
  'details.device': 'Appareil',
  'details.place': 'Lieu',
  'details.browser_and_system': '{browser} sur {system}',
  'help.project': 'Besoin d’aide ? Contactez l’assistance de {project}.',
  'help.email': 'Besoin d’aide ? Écrivez à {email}.',
  ignore: 'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail sans risque.',
}
