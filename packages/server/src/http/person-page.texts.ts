import { acceptedLanguages, primarySubtag } from './accept-language.ts'

/** The texts of an error page that a user sees in the browser. `{name}` is the project's name. */
export interface PageTexts {
  /** A mailed link that was used, has expired or never existed. */
  link_title: string
  link_text: string
  start_title: string
  finish_title: string
  request_title: string
  logout_title: string
  /** Below every title but that of a link. */
  retry_text: string
  back: string
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
