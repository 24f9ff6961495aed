import type { MessageWords } from './words.ts'

export const french: MessageWords = {
  language: 'fr',
  direction: 'ltr',
  duration(minutes) {
    if (minutes % 1440 === 0) return count(minutes / 1440, 'jour')
    if (minutes % 60 === 0) return count(minutes / 60, 'heure')
    return count(minutes, 'minute')
  },
  magicLink: {
    login: ({ project }) => ({
      subject: `Connexion à ${project}`,
      heading: `Connexion à ${project}`,
      body: 'Utilisez le bouton ci-dessous pour vous connecter. Il fonctionne une fois, dans le navigateur qui l’a demandé.',
      button: 'Se connecter',
    }),
    signup: ({ project }) => ({
      subject: `Terminez votre inscription à ${project}`,
      heading: `Bienvenue sur ${project}`,
      body: 'Utilisez le bouton ci-dessous pour confirmer votre adresse et terminer l’inscription. Il fonctionne une fois, dans le navigateur qui l’a demandé.',
      button: 'Terminer l’inscription',
    }),
    secondary: ({ project }) => ({
      subject: `Confirmez votre adresse pour ${project}`,
      heading: 'Confirmez votre adresse',
      body: `Utilisez le bouton ci-dessous pour ajouter cette adresse à votre compte ${project}. Il fonctionne une fois, dans le navigateur qui l’a demandé.`,
      button: 'Confirmer cette adresse',
    }),
  },
  linkExpires: ({ duration }) => `Le lien expire dans ${duration}.`,
  linkHost: ({ host }) => `Il mène à ${host}.`,
  linkInstead: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  passcode: {
    login: ({ project, code }) => ({
      subject: `${code} est votre code ${project}`,
      heading: `Connexion à ${project}`,
      body: 'Saisissez ce code là où il vous a été demandé :',
    }),
    signup: ({ project, code }) => ({
      subject: `${code} est votre code ${project}`,
      heading: `Bienvenue sur ${project}`,
      body: 'Saisissez ce code pour confirmer votre adresse et terminer l’inscription :',
    }),
    secondary: ({ project, code }) => ({
      subject: `${code} est votre code ${project}`,
      heading: 'Confirmez votre adresse',
      body: `Saisissez ce code pour confirmer que c’est bien vous sur ${project} :`,
    }),
  },
  codeExpires: ({ duration }) => `Le code expire dans ${duration}.`,
  codeIsSecret: ({ project }) => `Personne chez ${project} ne vous le demandera jamais.`,
  codeInText: ({ project, code, duration }) =>
    `${code} est votre code ${project}. Il expire dans ${duration}. Ne le partagez pas.`,
  passwordReset: {
    login: ({ project }) => ({
      subject: `Réinitialisez votre mot de passe ${project}`,
      heading: 'Réinitialisez votre mot de passe',
      body: `Utilisez le bouton ci-dessous pour choisir un nouveau mot de passe pour ${project}. Il fonctionne une fois, dans le navigateur qui l’a demandé.`,
      button: 'Choisir un nouveau mot de passe',
      instead: 'Vous pouvez aussi vous connecter sans mot de passe cette fois :',
      insteadLink: 'Se connecter',
    }),
    signup: ({ project }) => ({
      subject: `Terminez votre inscription à ${project}`,
      heading: `Bienvenue sur ${project}`,
      body: 'Utilisez le bouton ci-dessous pour confirmer votre adresse et choisir un mot de passe. Il fonctionne une fois, dans le navigateur qui l’a demandé.',
      button: 'Choisir un mot de passe',
      instead: 'Vous pouvez aussi vous inscrire sans mot de passe :',
      insteadLink: 'S’inscrire',
    }),
  },
  factor: {
    email: 'une adresse e-mail',
    phone_number: 'un numéro de téléphone',
    oauth: 'un compte chez un autre service',
    password: 'un mot de passe',
    totp: 'une application d’authentification',
    crypto_wallet: 'un portefeuille',
    webauthn: 'une clé d’accès',
    biometric: 'le déverrouillage d’un appareil',
  },
  notice: {
    factor_added: ({ project, factor }) => ({
      subject: `Un nouveau moyen de se connecter à ${project}`,
      heading: 'Un nouveau moyen de se connecter',
      body: `Votre compte ${project} a un nouveau moyen de connexion : ${factor}.`,
      advice: 'Si ce n’était pas vous, connectez-vous, retirez-le et fermez toutes les autres sessions.',
    }),
    factor_removed: ({ project, factor }) => ({
      subject: `Un moyen de se connecter à ${project} a été retiré`,
      heading: 'Un moyen de se connecter a été retiré',
      body: `Un moyen de connexion de votre compte ${project} a été retiré : ${factor}.`,
      advice: 'Si ce n’était pas vous, connectez-vous et vérifiez ceux qui restent.',
    }),
    password_changed: ({ project }) => ({
      subject: `Votre mot de passe ${project} a été modifié`,
      heading: 'Votre mot de passe a été modifié',
      body: `Le mot de passe de votre compte ${project} a été modifié, et toutes les autres sessions ont été fermées.`,
      advice: 'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant.',
    }),
    password_disabled: ({ project }) => ({
      subject: `Un ancien mot de passe de votre compte ${project} a été désactivé`,
      heading: 'Un mot de passe a été désactivé',
      body: `Vous venez de confirmer que cette adresse est la vôtre. Un mot de passe avait été défini auparavant pour votre compte ${project}, peut-être par quelqu’un d’autre. Il ne fonctionne plus, et la personne qui l’utilisait a été déconnectée.`,
      advice: 'S’il était à vous, choisissez-en un nouveau avec « Mot de passe oublié ? ».',
    }),
  },
  notYou: 'Si vous n’avez rien demandé, vous pouvez ignorer ce message : rien ne se passe sans vous.',
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount > 1 ? 's' : ''}`
}
