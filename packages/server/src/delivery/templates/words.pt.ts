import type { MessageWords } from './words.ts'

export const portuguese: MessageWords = {
  language: 'pt',
  direction: 'ltr',
  duration(minutes) {
    if (minutes % 1440 === 0) return count(minutes / 1440, 'dia')
    if (minutes % 60 === 0) return count(minutes / 60, 'hora')
    return count(minutes, 'minuto')
  },
  magicLink: {
    login: ({ project }) => ({
      subject: `Entrar em ${project}`,
      heading: `Entrar em ${project}`,
      body: 'Use o botão abaixo para entrar. Ele funciona uma vez, no navegador em que foi pedido.',
      button: 'Entrar',
    }),
    signup: ({ project }) => ({
      subject: `Conclua seu cadastro em ${project}`,
      heading: `Boas-vindas a ${project}`,
      body: 'Use o botão abaixo para confirmar seu endereço e concluir o cadastro. Ele funciona uma vez, no navegador em que foi pedido.',
      button: 'Concluir o cadastro',
    }),
    secondary: ({ project }) => ({
      subject: `Confirme seu endereço para ${project}`,
      heading: 'Confirme seu endereço',
      body: `Use o botão abaixo para adicionar este endereço à sua conta de ${project}. Ele funciona uma vez, no navegador em que foi pedido.`,
      button: 'Confirmar este endereço',
    }),
  },
  linkExpires: ({ duration }) => `O link expira em ${duration}.`,
  linkHost: ({ host }) => `Ele leva a ${host}.`,
  linkInstead: 'Se o botão não funcionar, copie este endereço no seu navegador:',
  passcode: {
    login: ({ project, code }) => ({
      subject: `${code} é o seu código de ${project}`,
      heading: `Entrar em ${project}`,
      body: 'Digite este código onde ele foi pedido:',
    }),
    signup: ({ project, code }) => ({
      subject: `${code} é o seu código de ${project}`,
      heading: `Boas-vindas a ${project}`,
      body: 'Digite este código para confirmar seu endereço e concluir o cadastro:',
    }),
    secondary: ({ project, code }) => ({
      subject: `${code} é o seu código de ${project}`,
      heading: 'Confirme seu endereço',
      body: `Digite este código para confirmar que é você em ${project}:`,
    }),
  },
  codeExpires: ({ duration }) => `O código expira em ${duration}.`,
  codeIsSecret: ({ project }) => `Ninguém de ${project} vai pedi-lo a você.`,
  codeInText: ({ project, code, duration }) =>
    `${code} é o seu código de ${project}. Ele expira em ${duration}. Não o compartilhe.`,
  passwordReset: {
    login: ({ project }) => ({
      subject: `Redefina sua senha de ${project}`,
      heading: 'Redefina sua senha',
      body: `Use o botão abaixo para escolher uma nova senha para ${project}. Ele funciona uma vez, no navegador em que foi pedido.`,
      button: 'Escolher uma nova senha',
      instead: 'Desta vez você também pode entrar sem senha:',
      insteadLink: 'Entrar',
    }),
    signup: ({ project }) => ({
      subject: `Conclua seu cadastro em ${project}`,
      heading: `Boas-vindas a ${project}`,
      body: 'Use o botão abaixo para confirmar seu endereço e escolher uma senha. Ele funciona uma vez, no navegador em que foi pedido.',
      button: 'Escolher uma senha',
      instead: 'Você também pode se cadastrar sem senha:',
      insteadLink: 'Cadastrar-se',
    }),
  },
  factor: {
    email: 'um endereço de e-mail',
    phone_number: 'um número de telefone',
    oauth: 'uma conta de outro serviço',
    password: 'uma senha',
    totp: 'um aplicativo autenticador',
    crypto_wallet: 'uma carteira',
    webauthn: 'uma chave de acesso',
    biometric: 'o desbloqueio de um dispositivo',
  },
  notice: {
    factor_added: ({ project, factor }) => ({
      subject: `Uma nova forma de entrar em ${project}`,
      heading: 'Uma nova forma de entrar',
      body: `Sua conta de ${project} tem uma nova forma de entrar: ${factor}.`,
      advice: 'Se não foi você, entre, remova-a e encerre as outras sessões.',
    }),
    factor_removed: ({ project, factor }) => ({
      subject: `Uma forma de entrar em ${project} foi removida`,
      heading: 'Uma forma de entrar foi removida',
      body: `Uma forma de entrar na sua conta de ${project} foi removida: ${factor}.`,
      advice: 'Se não foi você, entre e confira as que restam.',
    }),
    password_changed: ({ project }) => ({
      subject: `Sua senha de ${project} foi alterada`,
      heading: 'Sua senha foi alterada',
      body: `A senha da sua conta de ${project} foi alterada, e todas as outras sessões foram encerradas.`,
      advice: 'Se não foi você, redefina sua senha agora.',
    }),
    password_disabled: ({ project }) => ({
      subject: `Uma senha antiga da sua conta de ${project} foi desativada`,
      heading: 'Uma senha foi desativada',
      body: `Você acaba de confirmar que este endereço é seu. Antes disso, uma senha tinha sido definida para a sua conta de ${project}, talvez por outra pessoa. Ela não funciona mais, e quem a usou foi desconectado.`,
      advice: 'Se era sua, escolha uma nova em “Esqueceu a senha?”.',
    }),
  },
  notYou: 'Se você não pediu isto, pode ignorar: nada acontece sem você.',
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
