import type { MessageWords } from './words.ts'

export const spanish: MessageWords = {
  language: 'es',
  direction: 'ltr',
  duration(minutes) {
    if (minutes % 1440 === 0) return count(minutes / 1440, 'día')
    if (minutes % 60 === 0) return count(minutes / 60, 'hora')
    return count(minutes, 'minuto')
  },
  magicLink: {
    login: ({ project }) => ({
      subject: `Inicia sesión en ${project}`,
      heading: `Inicia sesión en ${project}`,
      body: 'Usa el botón de abajo para iniciar sesión. Funciona una vez, en el navegador desde el que lo pediste.',
      button: 'Iniciar sesión',
    }),
    signup: ({ project }) => ({
      subject: `Termina tu registro en ${project}`,
      heading: `Te damos la bienvenida a ${project}`,
      body: 'Usa el botón de abajo para confirmar tu dirección y terminar el registro. Funciona una vez, en el navegador desde el que lo pediste.',
      button: 'Terminar el registro',
    }),
    secondary: ({ project }) => ({
      subject: `Confirma tu dirección para ${project}`,
      heading: 'Confirma tu dirección',
      body: `Usa el botón de abajo para añadir esta dirección a tu cuenta de ${project}. Funciona una vez, en el navegador desde el que lo pediste.`,
      button: 'Confirmar esta dirección',
    }),
  },
  linkExpires: ({ duration }) => `El enlace caduca en ${duration}.`,
  linkHost: ({ host }) => `Lleva a ${host}.`,
  linkInstead: 'Si el botón no funciona, copia esta dirección en tu navegador:',
  passcode: {
    login: ({ project, code }) => ({
      subject: `${code} es tu código de ${project}`,
      heading: `Inicia sesión en ${project}`,
      body: 'Introduce este código donde te lo pidieron:',
    }),
    signup: ({ project, code }) => ({
      subject: `${code} es tu código de ${project}`,
      heading: `Te damos la bienvenida a ${project}`,
      body: 'Introduce este código para confirmar tu dirección y terminar el registro:',
    }),
    secondary: ({ project, code }) => ({
      subject: `${code} es tu código de ${project}`,
      heading: 'Confirma tu dirección',
      body: `Introduce este código para confirmar que eres tú en ${project}:`,
    }),
  },
  codeExpires: ({ duration }) => `El código caduca en ${duration}.`,
  codeIsSecret: ({ project }) => `Nadie de ${project} te lo pedirá nunca.`,
  codeInText: ({ project, code, duration }) =>
    `${code} es tu código de ${project}. Caduca en ${duration}. No lo compartas.`,
  passwordReset: {
    login: ({ project }) => ({
      subject: `Restablece tu contraseña de ${project}`,
      heading: 'Restablece tu contraseña',
      body: `Usa el botón de abajo para elegir una contraseña nueva para ${project}. Funciona una vez, en el navegador desde el que lo pediste.`,
      button: 'Elegir una contraseña nueva',
      instead: 'Esta vez también puedes entrar sin contraseña:',
      insteadLink: 'Iniciar sesión',
    }),
    signup: ({ project }) => ({
      subject: `Termina tu registro en ${project}`,
      heading: `Te damos la bienvenida a ${project}`,
      body: 'Usa el botón de abajo para confirmar tu dirección y elegir una contraseña. Funciona una vez, en el navegador desde el que lo pediste.',
      button: 'Elegir una contraseña',
      instead: 'También puedes registrarte sin contraseña:',
      insteadLink: 'Registrarse',
    }),
  },
  factor: {
    email: 'una dirección de correo',
    phone_number: 'un número de teléfono',
    oauth: 'una cuenta de otro servicio',
    password: 'una contraseña',
    totp: 'una aplicación de autenticación',
    crypto_wallet: 'una billetera',
    webauthn: 'una llave de acceso',
    biometric: 'el desbloqueo de un dispositivo',
  },
  notice: {
    factor_added: ({ project, factor }) => ({
      subject: `Una nueva forma de entrar en ${project}`,
      heading: 'Una nueva forma de entrar',
      body: `Tu cuenta de ${project} tiene una nueva forma de entrar: ${factor}.`,
      advice: 'Si no fuiste tú, inicia sesión, quítala y cierra las demás sesiones.',
    }),
    factor_removed: ({ project, factor }) => ({
      subject: `Se quitó una forma de entrar en ${project}`,
      heading: 'Se quitó una forma de entrar',
      body: `Se quitó una forma de entrar en tu cuenta de ${project}: ${factor}.`,
      advice: 'Si no fuiste tú, inicia sesión y revisa las que quedan.',
    }),
    password_changed: ({ project }) => ({
      subject: `Tu contraseña de ${project} ha cambiado`,
      heading: 'Tu contraseña ha cambiado',
      body: `La contraseña de tu cuenta de ${project} ha cambiado y se cerraron todas las demás sesiones.`,
      advice: 'Si no fuiste tú, restablece tu contraseña ahora.',
    }),
    password_disabled: ({ project }) => ({
      subject: `Se desactivó una contraseña antigua de tu cuenta de ${project}`,
      heading: 'Se desactivó una contraseña',
      body: `Acabas de confirmar que esta dirección es tuya. Antes se había puesto una contraseña en tu cuenta de ${project}, quizá por otra persona. Ya no funciona, y se cerró la sesión de quien la usó.`,
      advice: 'Si era tuya, elige una nueva con «¿Olvidaste tu contraseña?».',
    }),
  },
  notYou: 'Si no lo pediste, puedes ignorarlo: sin ti no pasa nada.',
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
