import type { MessageStrings } from './en.ts'

/** Brazilian Portuguese; addresses the reader as “você”, like the widgets. */
export const ptBr: MessageStrings = {
  'login.subject': 'Entre em {project}',
  'login.heading': 'Entre em {project}',
  'signup.subject': 'Conclua seu cadastro em {project}',
  'signup.heading': 'Boas-vindas a {project}',
  'secondary.heading': 'Confirme seu endereço',

  'magic_link.login.body': 'Aqui está seu link de acesso. Ele funciona uma vez, no navegador em que você o pediu.',
  'magic_link.login.button': 'Entrar',
  'magic_link.signup.body':
    'Confirme seu e-mail para concluir o cadastro. O link funciona uma vez, no navegador em que você o pediu.',
  'magic_link.signup.button': 'Concluir cadastro',
  'magic_link.secondary.subject': 'Confirme seu endereço para {project}',
  'magic_link.secondary.body':
    'Confirme que você quer adicionar este endereço à sua conta {project}. O link funciona uma vez, no navegador em que você o pediu.',
  'magic_link.secondary.button': 'Confirmar este endereço',
  'link.expires': 'O link expira em {duration}.',
  'link.host': 'Ele leva a {host}.',
  'link.trouble': 'Problemas com o botão?',
  'link.copy': 'Copie este endereço para o seu navegador:',

  'passcode.subject': '{code} é seu código {project}',
  'passcode.login.body': 'Digite este código para entrar:',
  'passcode.signup.body': 'Digite este código para confirmar seu endereço e concluir o cadastro:',
  'passcode.secondary.body': 'Digite este código para confirmar que é você em {project}:',
  'passcode.expires': 'O código expira em {duration}.',
  'passcode.secret': 'Não o compartilhe: {project} nunca vai pedir esse código.',
  'passcode.text': '{code} é seu código {project}. Expira em {duration}. Não compartilhe.',

  'reset.subject': 'Redefina sua senha de {project}',
  'reset.heading': 'Redefina sua senha',
  'reset.body': 'Escolha uma nova senha para {project}. O link funciona uma vez, no navegador em que você o pediu.',
  'reset.button': 'Escolher uma nova senha',
  'reset.instead': 'Entrar sem senha desta vez',
  'set_password.subject': 'Defina uma senha para {project} ou entre',
  'set_password.heading': 'Defina uma senha ou entre',
  'set_password.body':
    'Sua conta {project} ainda não tem senha. Você pode definir uma agora ou entrar sem senha. Os links funcionam uma vez, no navegador em que você os pediu.',
  'set_password.button': 'Definir uma senha',
  'set_password.instead': 'Entrar sem senha',
  'reset_signup.body':
    'Confirme seu e-mail e escolha uma senha para concluir o cadastro. O link funciona uma vez, no navegador em que você o pediu.',
  'reset_signup.button': 'Escolher uma senha',
  'reset_signup.instead': 'Cadastrar-se sem senha',

  'invite.subject': 'Participe de {organization} em {project}',
  'invite.heading': 'Participe de {organization}',
  'invite.body': '{inviter} convidou você para {organization} em {project}. O link funciona uma vez.',
  'invite.body_unnamed': 'Você recebeu um convite para {organization} em {project}. O link funciona uma vez.',
  'invite.button': 'Aceitar o convite',
  'invite.ignore': 'Se você não esperava este convite, pode ignorar este e-mail.',

  'factor.email': 'um endereço de e-mail',
  'factor.phone_number': 'um número de telefone',
  'factor.oauth': 'uma conta de outro provedor',
  'factor.password': 'uma senha',
  'factor.sso': 'o logon único de uma organização',
  'factor.totp': 'um aplicativo autenticador',
  'factor.crypto_wallet': 'uma carteira de criptomoedas',
  'factor.webauthn': 'uma chave de acesso',
  'factor.biometric': 'um desbloqueio biométrico do dispositivo',
  'factor_added.subject': 'Nova forma de entrar na sua conta {project}',
  'factor_added.heading': 'Uma forma de entrar foi adicionada',
  'factor_added.body': 'Uma forma de entrar foi adicionada à sua conta {project}: {factor}.',
  'factor_added.advice': 'Se não foi você, entre, remova-a e saia de todas as outras sessões.',
  'factor_removed.subject': 'Uma forma de entrar foi removida da sua conta {project}',
  'factor_removed.heading': 'Uma forma de entrar foi removida',
  'factor_removed.body': 'Uma forma de entrar foi removida da sua conta {project}: {factor}.',
  'factor_removed.advice': 'Se não foi você, entre e confira as formas de entrar que restam.',
  'password_changed.subject': 'Sua senha de {project} foi alterada',
  'password_changed.heading': 'Sua senha foi alterada',
  'password_changed.body': 'A senha da sua conta {project} foi alterada, e todas as outras sessões foram encerradas.',
  'password_changed.advice': 'Se não foi você, redefina sua senha agora.',
  'password_disabled.subject': 'Uma senha antiga da sua conta {project} foi desativada',
  'password_disabled.heading': 'Uma senha foi desativada',
  'password_disabled.body':
    'Você acabou de confirmar que este endereço é seu. Antes disso, uma senha tinha sido definida para sua conta {project}, talvez por outra pessoa. Ela não funciona mais, e as sessões dela foram encerradas.',
  'password_disabled.advice': 'Se foi você quem a definiu, escolha uma nova em “Esqueceu a senha?”.',
  'email_change.body':
    'Confirme este endereço para entrar com ele em {organization} em {project} a partir de agora. O link funciona uma vez.',
  'email_changed.subject': 'O endereço de e-mail da sua conta {project} foi alterado',
  'email_changed.body':
    'Agora você entra em {organization} em {project} com outro endereço de e-mail. Este não funciona mais.',
  'sign_in_changed.subject': 'Sua forma de entrar em {project} foi alterada',
  'sign_in_changed.body':
    'Um administrador alterou como você entra em {organization} em {project}. Talvez você precise entrar novamente.',
  'member.advice': 'Se você não esperava por isso, pergunte a um administrador de {organization}.',
  'mfa_phone_changed.subject': 'O número de telefone do seu segundo fator foi alterado',
  'mfa_phone_changed.body':
    'O número de telefone para os códigos que você digita depois de entrar em {organization} em {project} foi alterado.',
  'recovery_codes_rotated.subject': 'Seus códigos de recuperação de {project} foram substituídos',
  'recovery_codes_rotated.body':
    'Todos os códigos de recuperação do seu aplicativo autenticador para {organization} em {project} foram substituídos. Os anteriores não funcionam mais.',
  'mfa_turned_off.subject': 'Seu segundo fator em {project} foi desativado',
  'mfa_turned_off.body':
    'Agora você pode entrar em {organization} em {project} sem um segundo fator, a menos que a organização exija um.',
  'break_glass_used.subject': 'O acesso de emergência a {organization} foi usado',
  'break_glass_used.body': '{member} entrou em {organization} em {project} com o acesso de emergência.',
  'break_glass_used.advice':
    'Se você não esperava por isso, encerre as sessões deste membro e confira o registro de auditoria.',
  'certificate_expires.subject': 'Um certificado de {connection} expira em breve',
  'certificate_expires.body':
    'Membros de {organization} entram em {project} com {connection}. O certificado expira em breve. Depois disso, a entrada pode falhar.',
  'certificate_expires.advice':
    'Adicione à conexão o próximo certificado ou o endereço de metadados do seu provedor de identidade.',
  'domain_lapsed.subject': '{domain} não está mais verificado para {organization}',
  'domain_lapsed.body':
    'O registro DNS de {domain} não foi encontrado em várias verificações seguidas. Novos membros não podem mais participar de {organization} em {project} com um endereço deste domínio. Todas as sessões continuam.',
  'domain_claimed.subject': 'Outra organização reivindica {domain}',
  'domain_claimed.body':
    'Outra organização em {project} comprovou {domain}. Ela assumirá o domínio de {organization} em 72 horas, se o registro DNS dela ainda existir.',
  'domain_taken_over.subject': '{organization} perdeu {domain}',
  'domain_taken_over.body':
    'Outra organização em {project} assumiu {domain}. Novos membros não podem mais participar de {organization} com um endereço deste domínio. Todas as sessões continuam.',
  'domain.advice': 'Se você não esperava por isso, confira os registros DNS de {domain}.',
  'new_network.subject': 'O login em {project} a partir de novas redes está limitado',
  'new_network.heading': 'Tentativas de login demais',
  'new_network.body':
    'Houve muitas tentativas de login ou solicitações de mensagens para sua conta em {project}. Para protegê-la, o login a partir de novas redes está limitado por enquanto. Se você quer fazer login, abra este link no dispositivo e na rede que usa para isso. O link funciona por 24 horas.',
  'new_network.button': 'Permitir esta rede',

  'details.time': 'Horário',
  'details.device': 'Dispositivo',
  'details.place': 'Local',
  'details.browser_and_system': '{browser} em {system}',
  'help.project': 'Precisa de ajuda? Fale com o suporte de {project}.',
  'help.email': 'Precisa de ajuda? Escreva para {email}.',
  ignore: 'Se não foi você quem pediu, pode ignorar este e-mail com segurança.',
}
