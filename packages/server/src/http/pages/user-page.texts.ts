import { acceptedLanguages, primarySubtag } from '../accept-language.ts'

/** The texts of an error page that a user sees in the browser. `{name}` is the project's name. */
export interface PageTexts {
  /** For an emailed link that was used, has expired or never existed. */
  link_title: string
  link_text: string
  start_title: string
  finish_title: string
  request_title: string
  logout_title: string
  /** Below every title but that of a link. */
  retry_text: string
  back: string
  /** The page that sends a form to the identity provider of an organization. */
  continue_title: string
  continue_text: string
  continue_button: string
  /** The page of an emailed link that makes the user's network a known one. */
  network_title: string
  network_text: string
  network_button: string
  network_done_title: string
  network_done_text: string
}

export type PageTitle = 'link' | 'start' | 'finish' | 'request' | 'logout'

const en: PageTexts = {
  link_title: 'This link does not work anymore',
  link_text: 'The link was already used or has expired. Go back to {name} and request a new one.',
  start_title: 'This sign-in could not be started',
  finish_title: 'This sign-in could not be finished',
  request_title: 'This request could not be completed',
  logout_title: 'You were not logged out',
  retry_text: 'Go back to {name} and try again.',
  back: 'Back to {name}',
  continue_title: 'Signing you in',
  continue_text: 'Continue to the sign-in page of your organization.',
  continue_button: 'Continue',
  network_title: 'Allow this network?',
  network_text: 'Attempts of others will no longer limit sign-in to your {name} account from this network.',
  network_button: 'Allow this network',
  network_done_title: 'This network is allowed',
  network_done_text: 'Go back to {name} and sign in.',
}

/** By language tag, in lower case; the same languages as the widgets. */
export const pageTexts: Record<string, PageTexts> = {
  en,
  ar: {
    link_title: 'لم يعد هذا الرابط صالحًا',
    link_text: 'استُخدم الرابط من قبل أو انتهت صلاحيته. ارجع إلى {name} واطلب رابطًا جديدًا.',
    start_title: 'تعذّر بدء تسجيل الدخول',
    finish_title: 'تعذّر إكمال تسجيل الدخول',
    request_title: 'تعذّر إكمال هذا الطلب',
    logout_title: 'لم يتم تسجيل خروجك',
    retry_text: 'ارجع إلى {name} وحاول مرة أخرى.',
    back: 'العودة إلى {name}',
    continue_title: 'جارٍ تسجيل دخولك',
    continue_text: 'تابع إلى صفحة تسجيل الدخول الخاصة بمؤسستك.',
    continue_button: 'متابعة',
    network_title: 'السماح بهذه الشبكة؟',
    network_text: 'لن تقيّد محاولات الآخرين بعد الآن تسجيل الدخول إلى حسابك في {name} من هذه الشبكة.',
    network_button: 'السماح بهذه الشبكة',
    network_done_title: 'تم السماح بهذه الشبكة',
    network_done_text: 'ارجع إلى {name} وسجّل الدخول.',
  },
  de: {
    link_title: 'Dieser Link funktioniert nicht mehr',
    link_text: 'Der Link wurde bereits verwendet oder ist abgelaufen. Geh zurück zu {name} und fordere einen neuen an.',
    start_title: 'Die Anmeldung konnte nicht gestartet werden',
    finish_title: 'Die Anmeldung konnte nicht abgeschlossen werden',
    request_title: 'Die Anfrage konnte nicht abgeschlossen werden',
    logout_title: 'Du wurdest nicht abgemeldet',
    retry_text: 'Geh zurück zu {name} und versuche es erneut.',
    back: 'Zurück zu {name}',
    continue_title: 'Du wirst angemeldet',
    continue_text: 'Weiter zur Anmeldeseite deiner Organisation.',
    continue_button: 'Weiter',
    network_title: 'Dieses Netzwerk erlauben?',
    network_text:
      'Versuche anderer schränken die Anmeldung bei deinem Konto bei {name} aus diesem Netzwerk dann nicht mehr ein.',
    network_button: 'Dieses Netzwerk erlauben',
    network_done_title: 'Dieses Netzwerk ist erlaubt',
    network_done_text: 'Geh zurück zu {name} und melde dich an.',
  },
  es: {
    link_title: 'Este enlace ya no funciona',
    link_text: 'El enlace ya se usó o ha caducado. Vuelve a {name} y solicita uno nuevo.',
    start_title: 'No se pudo iniciar el inicio de sesión',
    finish_title: 'No se pudo completar el inicio de sesión',
    request_title: 'No se pudo completar la solicitud',
    logout_title: 'No se cerró la sesión',
    retry_text: 'Vuelve a {name} e inténtalo de nuevo.',
    back: 'Volver a {name}',
    continue_title: 'Iniciando sesión',
    continue_text: 'Continúa a la página de inicio de sesión de tu organización.',
    continue_button: 'Continuar',
    network_title: '¿Permitir esta red?',
    network_text:
      'Los intentos de otras personas ya no limitarán el inicio de sesión en tu cuenta de {name} desde esta red.',
    network_button: 'Permitir esta red',
    network_done_title: 'Esta red está permitida',
    network_done_text: 'Vuelve a {name} e inicia sesión.',
  },
  fr: {
    link_title: 'Ce lien ne fonctionne plus',
    link_text: 'Le lien a déjà été utilisé ou a expiré. Revenez à {name} et demandez-en un nouveau.',
    start_title: 'La connexion n’a pas pu démarrer',
    finish_title: 'La connexion n’a pas pu aboutir',
    request_title: 'Cette demande n’a pas pu aboutir',
    logout_title: 'Vous n’avez pas été déconnecté',
    retry_text: 'Revenez à {name} et réessayez.',
    back: 'Retour à {name}',
    continue_title: 'Connexion en cours',
    continue_text: 'Continuez vers la page de connexion de votre organisation.',
    continue_button: 'Continuer',
    network_title: 'Autoriser ce réseau ?',
    network_text:
      'Les tentatives d’autres personnes ne limiteront plus la connexion à votre compte {name} depuis ce réseau.',
    network_button: 'Autoriser ce réseau',
    network_done_title: 'Ce réseau est autorisé',
    network_done_text: 'Revenez à {name} et connectez-vous.',
  },
  he: {
    link_title: 'הקישור הזה כבר לא פעיל',
    link_text: 'הקישור כבר נוצל או שפג תוקפו. יש לחזור אל {name} ולבקש קישור חדש.',
    start_title: 'לא ניתן היה להתחיל את ההתחברות',
    finish_title: 'לא ניתן היה להשלים את ההתחברות',
    request_title: 'לא ניתן היה להשלים את הבקשה',
    logout_title: 'לא בוצעה התנתקות',
    retry_text: 'יש לחזור אל {name} ולנסות שוב.',
    back: 'חזרה אל {name}',
    continue_title: 'מתבצעת התחברות',
    continue_text: 'יש להמשיך לדף ההתחברות של הארגון שלך.',
    continue_button: 'המשך',
    network_title: 'לאשר את הרשת הזו?',
    network_text: 'ניסיונות של אחרים לא יגבילו עוד את ההתחברות לחשבון שלך ב-{name} מהרשת הזו.',
    network_button: 'אישור הרשת הזו',
    network_done_title: 'הרשת הזו אושרה',
    network_done_text: 'יש לחזור אל {name} ולהתחבר.',
  },
  hi: {
    link_title: 'यह लिंक अब काम नहीं करता',
    link_text: 'लिंक का उपयोग हो चुका है या उसकी समय-सीमा समाप्त हो गई है। {name} पर वापस जाएँ और नया लिंक माँगें।',
    start_title: 'साइन-इन शुरू नहीं हो सका',
    finish_title: 'साइन-इन पूरा नहीं हो सका',
    request_title: 'यह अनुरोध पूरा नहीं हो सका',
    logout_title: 'आपको लॉग आउट नहीं किया गया',
    retry_text: '{name} पर वापस जाएँ और फिर से कोशिश करें।',
    back: '{name} पर वापस जाएँ',
    continue_title: 'आपको साइन इन किया जा रहा है',
    continue_text: 'अपने संगठन के साइन-इन पेज पर आगे बढ़ें।',
    continue_button: 'जारी रखें',
    network_title: 'इस नेटवर्क को अनुमति दें?',
    network_text: 'दूसरों के प्रयास अब इस नेटवर्क से आपके {name} खाते में साइन-इन को सीमित नहीं करेंगे।',
    network_button: 'इस नेटवर्क को अनुमति दें',
    network_done_title: 'इस नेटवर्क को अनुमति मिल गई',
    network_done_text: '{name} पर वापस जाएँ और साइन इन करें।',
  },
  it: {
    link_title: 'Questo link non funziona più',
    link_text: 'Il link è già stato usato o è scaduto. Torna a {name} e richiedine uno nuovo.',
    start_title: 'Impossibile avviare l’accesso',
    finish_title: 'Impossibile completare l’accesso',
    request_title: 'Impossibile completare la richiesta',
    logout_title: 'La disconnessione non è avvenuta',
    retry_text: 'Torna a {name} e riprova.',
    back: 'Torna a {name}',
    continue_title: 'Accesso in corso',
    continue_text: 'Continua alla pagina di accesso della tua organizzazione.',
    continue_button: 'Continua',
    network_title: 'Consentire questa rete?',
    network_text: 'I tentativi di altri non limiteranno più l’accesso al tuo account {name} da questa rete.',
    network_button: 'Consenti questa rete',
    network_done_title: 'Questa rete è consentita',
    network_done_text: 'Torna a {name} e accedi.',
  },
  ja: {
    link_title: 'このリンクは使用できなくなりました',
    link_text:
      'リンクはすでに使用されたか、有効期限が切れています。{name} に戻り、新しいリンクをリクエストしてください。',
    start_title: 'サインインを開始できませんでした',
    finish_title: 'サインインを完了できませんでした',
    request_title: 'リクエストを完了できませんでした',
    logout_title: 'ログアウトされませんでした',
    retry_text: '{name} に戻り、もう一度お試しください。',
    back: '{name} に戻る',
    continue_title: 'サインインしています',
    continue_text: '組織のサインインページに進んでください。',
    continue_button: '続ける',
    network_title: 'このネットワークを許可しますか？',
    network_text:
      '他の人の試行によって、このネットワークから {name} のアカウントへのサインインが制限されることはなくなります。',
    network_button: 'このネットワークを許可',
    network_done_title: 'このネットワークは許可されました',
    network_done_text: '{name} に戻り、サインインしてください。',
  },
  ko: {
    link_title: '이 링크는 더 이상 작동하지 않습니다',
    link_text: '링크가 이미 사용되었거나 만료되었습니다. {name}(으)로 돌아가 새 링크를 요청하세요.',
    start_title: '로그인을 시작할 수 없습니다',
    finish_title: '로그인을 완료할 수 없습니다',
    request_title: '요청을 완료할 수 없습니다',
    logout_title: '로그아웃되지 않았습니다',
    retry_text: '{name}(으)로 돌아가 다시 시도하세요.',
    back: '{name}(으)로 돌아가기',
    continue_title: '로그인하는 중입니다',
    continue_text: '조직의 로그인 페이지로 이동하세요.',
    continue_button: '계속',
    network_title: '이 네트워크를 허용할까요?',
    network_text: '다른 사람의 시도 때문에 이 네트워크에서 {name} 계정 로그인이 제한되지 않습니다.',
    network_button: '이 네트워크 허용',
    network_done_title: '이 네트워크가 허용되었습니다',
    network_done_text: '{name}(으)로 돌아가 로그인하세요.',
  },
  nl: {
    link_title: 'Deze link werkt niet meer',
    link_text: 'De link is al gebruikt of verlopen. Ga terug naar {name} en vraag een nieuwe aan.',
    start_title: 'Het inloggen kon niet worden gestart',
    finish_title: 'Het inloggen kon niet worden voltooid',
    request_title: 'Dit verzoek kon niet worden voltooid',
    logout_title: 'Je bent niet uitgelogd',
    retry_text: 'Ga terug naar {name} en probeer het opnieuw.',
    back: 'Terug naar {name}',
    continue_title: 'Je wordt ingelogd',
    continue_text: 'Ga door naar de inlogpagina van je organisatie.',
    continue_button: 'Doorgaan',
    network_title: 'Dit netwerk toestaan?',
    network_text:
      'Pogingen van anderen beperken het inloggen op je account bij {name} vanaf dit netwerk dan niet meer.',
    network_button: 'Dit netwerk toestaan',
    network_done_title: 'Dit netwerk is toegestaan',
    network_done_text: 'Ga terug naar {name} en log in.',
  },
  pl: {
    link_title: 'Ten link już nie działa',
    link_text: 'Link został już użyty lub wygasł. Wróć do {name} i poproś o nowy.',
    start_title: 'Nie udało się rozpocząć logowania',
    finish_title: 'Nie udało się dokończyć logowania',
    request_title: 'Nie udało się zrealizować żądania',
    logout_title: 'Nie nastąpiło wylogowanie',
    retry_text: 'Wróć do {name} i spróbuj ponownie.',
    back: 'Wróć do {name}',
    continue_title: 'Trwa logowanie',
    continue_text: 'Przejdź do strony logowania swojej organizacji.',
    continue_button: 'Kontynuuj',
    network_title: 'Zezwolić na tę sieć?',
    network_text: 'Próby innych osób nie będą już ograniczać logowania do Twojego konta w {name} z tej sieci.',
    network_button: 'Zezwól na tę sieć',
    network_done_title: 'Ta sieć jest dozwolona',
    network_done_text: 'Wróć do {name} i zaloguj się.',
  },
  'pt-br': {
    link_title: 'Este link não funciona mais',
    link_text: 'O link já foi usado ou expirou. Volte para {name} e solicite um novo.',
    start_title: 'Não foi possível iniciar o login',
    finish_title: 'Não foi possível concluir o login',
    request_title: 'Não foi possível concluir a solicitação',
    logout_title: 'Você não foi desconectado',
    retry_text: 'Volte para {name} e tente novamente.',
    back: 'Voltar para {name}',
    continue_title: 'Fazendo login',
    continue_text: 'Continue para a página de login da sua organização.',
    continue_button: 'Continuar',
    network_title: 'Permitir esta rede?',
    network_text:
      'As tentativas de outras pessoas não limitarão mais o login na sua conta em {name} a partir desta rede.',
    network_button: 'Permitir esta rede',
    network_done_title: 'Esta rede está permitida',
    network_done_text: 'Volte para {name} e faça login.',
  },
  tr: {
    link_title: 'Bu bağlantı artık çalışmıyor',
    link_text:
      'Bağlantı daha önce kullanılmış veya süresi dolmuş. {name} sayfasına dönün ve yeni bir bağlantı isteyin.',
    start_title: 'Oturum açma başlatılamadı',
    finish_title: 'Oturum açma tamamlanamadı',
    request_title: 'Bu istek tamamlanamadı',
    logout_title: 'Oturumunuz kapatılmadı',
    retry_text: '{name} sayfasına dönün ve tekrar deneyin.',
    back: '{name} sayfasına dön',
    continue_title: 'Oturumunuz açılıyor',
    continue_text: 'Kuruluşunuzun oturum açma sayfasına devam edin.',
    continue_button: 'Devam et',
    network_title: 'Bu ağa izin verilsin mi?',
    network_text: 'Başkalarının denemeleri artık bu ağdan {name} hesabınıza oturum açmayı sınırlamayacak.',
    network_button: 'Bu ağa izin ver',
    network_done_title: 'Bu ağa izin verildi',
    network_done_text: '{name} sayfasına dönün ve oturum açın.',
  },
  'zh-cn': {
    link_title: '此链接已失效',
    link_text: '该链接已被使用或已过期。请返回 {name} 并获取新链接。',
    start_title: '无法开始登录',
    finish_title: '无法完成登录',
    request_title: '无法完成此请求',
    logout_title: '您尚未退出登录',
    retry_text: '请返回 {name} 后重试。',
    back: '返回 {name}',
    continue_title: '正在登录',
    continue_text: '继续前往您组织的登录页面。',
    continue_button: '继续',
    network_title: '允许此网络？',
    network_text: '其他人的尝试将不再限制从此网络登录您的 {name} 账户。',
    network_button: '允许此网络',
    network_done_title: '已允许此网络',
    network_done_text: '请返回 {name} 并登录。',
  },
}

/**
 * The first language of an `Accept-Language` header that the pages have.
 *
 * @example
 * pageLanguage('de-AT, en;q=0.8') // 'de'
 */
export function pageLanguage(header: string | null): string {
  const keys = Object.keys(pageTexts)
  for (const tag of acceptedLanguages(header)) {
    const language = primarySubtag(tag)
    const found = keys.find((key) => key.split('-')[0] === language)
    if (found !== undefined) return found
  }
  return 'en'
}
