import type { MessageStrings } from './en.ts'

/** Addresses the reader as “siz”, like the widgets. Suffixes follow generic nouns, never the project's name. */
export const tr: MessageStrings = {
  'login.subject': '{project} hesabınıza giriş yapın',
  'login.heading': '{project} hesabınıza giriş yapın',
  'signup.subject': '{project} kaydınızı tamamlayın',
  'signup.heading': '{project} hesabınıza hoş geldiniz',
  'secondary.heading': 'Adresinizi doğrulayın',

  'magic_link.login.body': 'Giriş bağlantınız hazır. Bağlantı bir kez, isteği gönderdiğiniz tarayıcıda çalışır.',
  'magic_link.login.button': 'Giriş yap',
  'magic_link.signup.body':
    'Kaydınızı tamamlamak için e-posta adresinizi doğrulayın. Bağlantı bir kez, isteği gönderdiğiniz tarayıcıda çalışır.',
  'magic_link.signup.button': 'Kaydı tamamla',
  'magic_link.secondary.subject': '{project} için adresinizi doğrulayın',
  'magic_link.secondary.body':
    'Bu adresi {project} hesabınıza eklemek istediğinizi doğrulayın. Bağlantı bir kez, isteği gönderdiğiniz tarayıcıda çalışır.',
  'magic_link.secondary.button': 'Bu adresi doğrula',
  'link.expires': 'Bağlantı {duration} geçerlidir.',
  'link.host': 'Bağlantının adresi: {host}.',
  'link.trouble': 'Düğme çalışmıyor mu?',
  'link.copy': 'Bu adresi tarayıcınıza kopyalayın:',

  'passcode.subject': '{code}, {project} kodunuz',
  'passcode.login.body': 'Giriş yapmak için bu kodu girin:',
  'passcode.signup.body': 'Adresinizi doğrulamak ve kaydınızı tamamlamak için bu kodu girin:',
  'passcode.secondary.body': '{project} üzerinde siz olduğunuzu doğrulamak için bu kodu girin:',
  'passcode.expires': 'Kod {duration} geçerlidir.',
  'passcode.secret': 'Kodu paylaşmayın: {project} bu kodu sizden asla istemez.',
  'passcode.text': '{code}, {project} kodunuz. {duration} geçerlidir. Kimseyle paylaşmayın.',

  'reset.subject': '{project} şifrenizi sıfırlayın',
  'reset.heading': 'Şifrenizi sıfırlayın',
  'reset.body': '{project} için yeni bir şifre seçin. Bağlantı bir kez, isteği gönderdiğiniz tarayıcıda çalışır.',
  'reset.button': 'Yeni şifre seç',
  'reset.instead': 'Bu sefer şifresiz giriş yap',
  'set_password.subject': '{project} için şifre belirleyin veya giriş yapın',
  'set_password.heading': 'Şifre belirleyin veya giriş yapın',
  'set_password.body':
    '{project} hesabınızın henüz şifresi yok. Şimdi bir şifre belirleyebilir veya şifresiz giriş yapabilirsiniz. Bağlantılar bir kez, isteği gönderdiğiniz tarayıcıda çalışır.',
  'set_password.button': 'Şifre belirle',
  'set_password.instead': 'Şifresiz giriş yap',
  'reset_signup.body':
    'Kaydınızı tamamlamak için e-posta adresinizi doğrulayın ve bir şifre seçin. Bağlantı bir kez, isteği gönderdiğiniz tarayıcıda çalışır.',
  'reset_signup.button': 'Şifre seç',
  'reset_signup.instead': 'Şifresiz kaydol',

  'invite.subject': '{project} üzerinde {organization} ekibine katılın',
  'invite.heading': '{organization} ekibine katılın',
  'invite.body': '{inviter} sizi {project} üzerindeki {organization} ekibine davet etti. Bağlantı bir kez çalışır.',
  'invite.body_unnamed': '{project} üzerindeki {organization} ekibine davet edildiniz. Bağlantı bir kez çalışır.',
  'invite.button': 'Daveti kabul et',
  'invite.ignore': 'Bu daveti beklemiyorsanız bu e-postayı yok sayabilirsiniz.',

  'factor.email': 'e-posta adresi',
  'factor.phone_number': 'telefon numarası',
  'factor.oauth': 'başka bir sağlayıcıdaki hesap',
  'factor.password': 'şifre',
  'factor.sso': 'bir kuruluşun tek oturum açma girişi',
  'factor.totp': 'kimlik doğrulama uygulaması',
  'factor.crypto_wallet': 'kripto cüzdanı',
  'factor.webauthn': 'geçiş anahtarı',
  'factor.biometric': 'biyometrik cihaz kilidi',
  'factor_added.subject': '{project} hesabınız için yeni giriş yöntemi',
  'factor_added.heading': 'Bir giriş yöntemi eklendi',
  'factor_added.body': '{project} hesabınıza bir giriş yöntemi eklendi: {factor}.',
  'factor_added.advice': 'Bunu siz yapmadıysanız giriş yapın, yöntemi kaldırın ve diğer tüm oturumları kapatın.',
  'factor_removed.subject': '{project} hesabınızdan bir giriş yöntemi kaldırıldı',
  'factor_removed.heading': 'Bir giriş yöntemi kaldırıldı',
  'factor_removed.body': '{project} hesabınızdan bir giriş yöntemi kaldırıldı: {factor}.',
  'factor_removed.advice': 'Bunu siz yapmadıysanız giriş yapın ve kalan giriş yöntemlerini kontrol edin.',
  'password_changed.subject': '{project} şifreniz değiştirildi',
  'password_changed.heading': 'Şifreniz değiştirildi',
  'password_changed.body': '{project} hesabınızın şifresi değiştirildi ve diğer tüm oturumlar kapatıldı.',
  'password_changed.advice': 'Bunu siz yapmadıysanız şifrenizi hemen sıfırlayın.',
  'password_disabled.subject': '{project} hesabınızın eski bir şifresi devre dışı bırakıldı',
  'password_disabled.heading': 'Bir şifre devre dışı bırakıldı',
  'password_disabled.body':
    'Bu adresin size ait olduğunu az önce doğruladınız. Bundan önce {project} hesabınız için, belki de başka biri tarafından, bir şifre belirlenmişti. Bu şifre artık geçersiz ve oturumları kapatıldı.',
  'password_disabled.advice': 'Şifreyi siz belirlediyseniz “Şifrenizi mi unuttunuz?” seçeneğiyle yenisini seçin.',
  'email_change.body':
    'Bundan sonra {project} üzerindeki {organization} ekibine bu adresle giriş yapmak için adresi doğrulayın. Bağlantı bir kez çalışır.',
  'email_changed.subject': '{project} hesabınızın e-posta adresi değiştirildi',
  'email_changed.body':
    'Artık {project} üzerindeki {organization} ekibine başka bir e-posta adresiyle giriş yapıyorsunuz. Bu adres artık çalışmaz.',
  'sign_in_changed.subject': '{project} giriş yönteminiz değiştirildi',
  'sign_in_changed.body':
    'Bir yönetici, {project} üzerindeki {organization} ekibine nasıl giriş yaptığınızı değiştirdi. Yeniden giriş yapmanız gerekebilir.',
  'member.advice': 'Bunu beklemiyorsanız {organization} ekibinin bir yöneticisine sorun.',
  'mfa_phone_changed.subject': 'İkinci faktörünüzün telefon numarası değiştirildi',
  'mfa_phone_changed.body':
    '{project} üzerindeki {organization} ekibine giriş yaptıktan sonra girdiğiniz kodların telefon numarası değiştirildi.',
  'recovery_codes_rotated.subject': '{project} kurtarma kodlarınız yenilendi',
  'recovery_codes_rotated.body':
    '{project} üzerindeki {organization} için kimlik doğrulama uygulamanızın tüm kurtarma kodları yenilendi. Öncekiler artık çalışmaz.',
  'mfa_turned_off.subject': '{project} için ikinci faktörünüz kapatıldı',
  'mfa_turned_off.body':
    'Kuruluş ikinci bir faktör istemediği sürece, {project} üzerindeki {organization} ekibine artık ikinci faktör olmadan giriş yapabilirsiniz.',
  'break_glass_used.subject': '{organization} acil durum erişimi kullanıldı',
  'break_glass_used.body': '{member}, {project} üzerindeki {organization} ekibine acil durum erişimiyle giriş yaptı.',
  'break_glass_used.advice':
    'Bunu beklemiyorsanız bu üyenin oturumlarını sonlandırın ve denetim günlüğünü kontrol edin.',
  'certificate_expires.subject': '{connection} sertifikasının süresi yakında doluyor',
  'certificate_expires.body':
    '{organization} üyeleri {project} için {connection} ile giriş yapıyor. Sertifikanın süresi yakında doluyor. Sonrasında giriş başarısız olabilir.',
  'certificate_expires.advice': 'Bağlantıya sonraki sertifikayı veya kimlik sağlayıcınızın meta veri adresini ekleyin.',
  'domain_lapsed.subject': '{domain} artık {organization} için doğrulanmış değil',
  'domain_lapsed.body':
    '{domain} DNS kaydı art arda birkaç kontrolde bulunamadı. Yeni üyeler artık bu alan adındaki bir adresle {project} üzerindeki {organization} ekibine katılamaz. Tüm oturumlar devam eder.',
  'domain_claimed.subject': 'Başka bir kuruluş {domain} üzerinde hak iddia ediyor',
  'domain_claimed.body':
    '{project} üzerindeki başka bir kuruluş {domain} alan adını kanıtladı. DNS kaydı yerinde kalırsa alan adını 72 saat sonra {organization} ekibinden devralır.',
  'domain_taken_over.subject': '{organization}, {domain} alan adını kaybetti',
  'domain_taken_over.body':
    '{project} üzerindeki başka bir kuruluş {domain} alan adını devraldı. Yeni üyeler artık bu alan adındaki bir adresle {organization} ekibine katılamaz. Tüm oturumlar devam eder.',
  'domain.advice': 'Bunu beklemiyorsanız {domain} DNS kayıtlarını kontrol edin.',
  'new_network.subject': '{project} için yeni ağlardan oturum açma sınırlandı',
  'new_network.heading': 'Çok fazla oturum açma denemesi',
  'new_network.body':
    '{project} hesabınız için çok sayıda oturum açma denemesi veya mesaj isteği yapıldı. Hesabı korumak için yeni ağlardan oturum açma şimdilik sınırlandı. Oturum açmak istiyorsanız bu bağlantıyı oturum açtığınız cihazda ve ağda açın. Bağlantı 24 saat geçerlidir.',
  'new_network.button': 'Bu ağa izin ver',

  'details.time': 'Zaman',
  'details.device': 'Cihaz',
  'details.place': 'Yer',
  'details.browser_and_system': '{browser}, {system}',
  'help.project': 'Yardıma mı ihtiyacınız var? {project} destek ekibine ulaşın.',
  'help.email': 'Yardıma mı ihtiyacınız var? {email} adresine yazın.',
  ignore: 'Bunu siz istemediyseniz bu e-postayı güvenle yok sayabilirsiniz.',
}
