import type { MessageStrings } from './en.ts'

/** Addresses the reader as “tú”, like the widgets. */
export const es: MessageStrings = {
  'login.subject': 'Inicia sesión en {project}',
  'login.heading': 'Inicia sesión en {project}',
  'signup.subject': 'Termina de registrarte en {project}',
  'signup.heading': 'Te damos la bienvenida a {project}',
  'secondary.heading': 'Confirma tu dirección',

  'magic_link.login.body':
    'Este es tu enlace de inicio de sesión. Funciona una sola vez, en el navegador desde el que lo pediste.',
  'magic_link.login.button': 'Iniciar sesión',
  'magic_link.signup.body':
    'Confirma tu correo electrónico para terminar de registrarte. El enlace funciona una sola vez, en el navegador desde el que lo pediste.',
  'magic_link.signup.button': 'Terminar el registro',
  'magic_link.secondary.subject': 'Confirma tu dirección para {project}',
  'magic_link.secondary.body':
    'Confirma que quieres añadir esta dirección a tu cuenta de {project}. El enlace funciona una sola vez, en el navegador desde el que lo pediste.',
  'magic_link.secondary.button': 'Confirmar esta dirección',
  'link.expires': 'El enlace caduca en {duration}.',
  'link.host': 'Lleva a {host}.',
  'link.trouble': '¿Problemas con el botón?',
  'link.copy': 'Copia esta dirección en tu navegador:',

  'passcode.subject': '{code} es tu código de {project}',
  'passcode.login.body': 'Introduce este código para iniciar sesión:',
  'passcode.signup.body': 'Introduce este código para confirmar tu dirección y terminar de registrarte:',
  'passcode.secondary.body': 'Introduce este código para confirmar que eres tú en {project}:',
  'passcode.expires': 'El código caduca en {duration}.',
  'passcode.secret': 'No lo compartas: {project} nunca te lo pedirá.',
  'passcode.text': '{code} es tu código de {project}. Caduca en {duration}. No lo compartas.',

  'reset.subject': 'Restablece tu contraseña de {project}',
  'reset.heading': 'Restablece tu contraseña',
  'reset.body':
    'Elige una contraseña nueva para {project}. El enlace funciona una sola vez, en el navegador desde el que lo pediste.',
  'reset.button': 'Elegir una contraseña nueva',
  'reset.instead': 'Iniciar sesión sin contraseña esta vez',
  'set_password.subject': 'Elige una contraseña para {project} o inicia sesión',
  'set_password.heading': 'Elige una contraseña o inicia sesión',
  'set_password.body':
    'Tu cuenta de {project} todavía no tiene contraseña. Puedes elegir una ahora o iniciar sesión sin ella. Los enlaces funcionan una sola vez, en el navegador desde el que los pediste.',
  'set_password.button': 'Elegir una contraseña',
  'set_password.instead': 'Iniciar sesión sin contraseña',
  'reset_signup.body':
    'Confirma tu correo electrónico y elige una contraseña para terminar de registrarte. El enlace funciona una sola vez, en el navegador desde el que lo pediste.',
  'reset_signup.button': 'Elegir una contraseña',
  'reset_signup.instead': 'Registrarte sin contraseña',

  'invite.subject': 'Únete a {organization} en {project}',
  'invite.heading': 'Únete a {organization}',
  'invite.body': '{inviter} te ha invitado a {organization} en {project}. El enlace funciona una sola vez.',
  'invite.body_unnamed': 'Has recibido una invitación a {organization} en {project}. El enlace funciona una sola vez.',
  'invite.button': 'Aceptar la invitación',
  'invite.ignore': 'Si no esperabas esta invitación, puedes ignorar este correo.',

  'factor.email': 'un correo electrónico',
  'factor.phone_number': 'un número de teléfono',
  'factor.oauth': 'una cuenta de otro proveedor',
  'factor.password': 'una contraseña',
  'factor.sso': 'el inicio de sesión único de una organización',
  'factor.totp': 'una aplicación de autenticación',
  'factor.crypto_wallet': 'una cartera de criptomonedas',
  'factor.webauthn': 'una llave de acceso',
  'factor.biometric': 'un desbloqueo biométrico del dispositivo',
  'factor_added.subject': 'Nueva forma de iniciar sesión en tu cuenta de {project}',
  'factor_added.heading': 'Se añadió una forma de iniciar sesión',
  'factor_added.body': 'Se añadió una forma de iniciar sesión a tu cuenta de {project}: {factor}.',
  'factor_added.advice': 'Si no fuiste tú, inicia sesión, elimínala y cierra todas las demás sesiones.',
  'factor_removed.subject': 'Se eliminó una forma de iniciar sesión de tu cuenta de {project}',
  'factor_removed.heading': 'Se eliminó una forma de iniciar sesión',
  'factor_removed.body': 'Se eliminó una forma de iniciar sesión de tu cuenta de {project}: {factor}.',
  'factor_removed.advice': 'Si no fuiste tú, inicia sesión y revisa las formas que quedan.',
  'password_changed.subject': 'Se cambió tu contraseña de {project}',
  'password_changed.heading': 'Se cambió tu contraseña',
  'password_changed.body': 'Se cambió la contraseña de tu cuenta de {project} y se cerraron todas las demás sesiones.',
  'password_changed.advice': 'Si no fuiste tú, restablece tu contraseña ahora.',
  'password_disabled.subject': 'Se desactivó una contraseña antigua de tu cuenta de {project}',
  'password_disabled.heading': 'Se desactivó una contraseña',
  'password_disabled.body':
    'Acabas de confirmar que esta dirección es tuya. Antes se había definido una contraseña para tu cuenta de {project}, quizá por otra persona. Ya no funciona y se cerraron sus sesiones.',
  'password_disabled.advice': 'Si la definiste tú, elige otra con «¿Olvidaste tu contraseña?».',
  'email_change.body':
    'Confirma esta dirección para iniciar sesión con ella en {organization} en {project} a partir de ahora. El enlace funciona una sola vez.',
  'email_changed.subject': 'Se cambió la dirección de correo de tu cuenta de {project}',
  'email_changed.body':
    'Ahora inicias sesión en {organization} en {project} con otra dirección de correo. Esta ya no funciona.',
  'sign_in_changed.subject': 'Se cambió tu forma de iniciar sesión en {project}',
  'sign_in_changed.body':
    'Un administrador cambió cómo inicias sesión en {organization} en {project}. Es posible que tengas que iniciar sesión de nuevo.',
  'member.advice': 'Si no esperabas este cambio, pregunta a un administrador de {organization}.',
  'mfa_phone_changed.subject': 'Se cambió el número de teléfono de tu segundo factor',
  'mfa_phone_changed.body':
    'Se cambió el número de teléfono para los códigos que introduces después de iniciar sesión en {organization} en {project}.',
  'recovery_codes_rotated.subject': 'Se reemplazaron tus códigos de recuperación de {project}',
  'recovery_codes_rotated.body':
    'Se reemplazaron todos los códigos de recuperación de tu aplicación de autenticación para {organization} en {project}. Los anteriores ya no funcionan.',
  'mfa_turned_off.subject': 'Se desactivó tu segundo factor en {project}',
  'mfa_turned_off.body':
    'Ahora puedes iniciar sesión en {organization} en {project} sin un segundo factor, salvo que la organización lo exija.',
  'break_glass_used.subject': 'Se usó el acceso de emergencia a {organization}',
  'break_glass_used.body': '{member} inició sesión en {organization} en {project} con el acceso de emergencia.',
  'break_glass_used.advice':
    'Si no lo esperabas, cierra las sesiones de este miembro y revisa el registro de auditoría.',
  'certificate_expires.subject': 'Un certificado de {connection} caduca pronto',
  'certificate_expires.body':
    'Los miembros de {organization} inician sesión en {project} con {connection}. Su certificado caduca pronto. Después, el inicio de sesión puede fallar.',
  'certificate_expires.advice':
    'Añade a la conexión el próximo certificado o la dirección de los metadatos de tu proveedor de identidad.',
  'domain_lapsed.subject': '{domain} ya no está verificado para {organization}',
  'domain_lapsed.body':
    'El registro DNS de {domain} faltó en varias comprobaciones seguidas. Los nuevos miembros ya no pueden unirse a {organization} en {project} con una dirección de este dominio. Todas las sesiones continúan.',
  'domain_claimed.subject': 'Otra organización reclama {domain}',
  'domain_claimed.body':
    'Otra organización de {project} ha demostrado que controla {domain}. Dentro de 72 horas tomará el dominio de {organization}, si su registro DNS sigue ahí.',
  'domain_taken_over.subject': '{organization} ha perdido {domain}',
  'domain_taken_over.body':
    'Otra organización de {project} ha tomado {domain}. Los nuevos miembros ya no pueden unirse a {organization} con una dirección de este dominio. Todas las sesiones continúan.',
  'domain.advice': 'Si no lo esperabas, revisa los registros DNS de {domain}.',
  'new_network.subject': 'El inicio de sesión en {project} desde redes nuevas está limitado',
  'new_network.heading': 'Demasiados intentos de inicio de sesión',
  'new_network.body':
    'Ha habido muchos intentos de inicio de sesión o solicitudes de mensajes para tu cuenta de {project}. Para protegerla, el inicio de sesión desde redes nuevas está limitado por ahora. Si quieres iniciar sesión, abre este enlace en el dispositivo y la red que vas a usar. El enlace funciona durante 24 horas.',
  'new_network.button': 'Permitir esta red',

  'details.time': 'Hora',
  'details.device': 'Dispositivo',
  'details.place': 'Lugar',
  'details.browser_and_system': '{browser} en {system}',
  'help.project': '¿Necesitas ayuda? Contacta con el soporte de {project}.',
  'help.email': '¿Necesitas ayuda? Escribe a {email}.',
  ignore: 'Si no lo pediste tú, puedes ignorar este correo sin problema.',
}
