import type { MessageStrings } from './en.ts'

/** Addresses the reader as “आप”, like the widgets. */
export const hi: MessageStrings = {
  'login.subject': '{project} में लॉग इन करें',
  'login.heading': '{project} में लॉग इन करें',
  'signup.subject': '{project} पर साइन अप पूरा करें',
  'signup.heading': '{project} में आपका स्वागत है',
  'secondary.heading': 'अपने पते की पुष्टि करें',

  'magic_link.login.body': 'यह रहा आपका लॉग इन लिंक। यह एक ही बार, उसी ब्राउज़र में काम करेगा जिससे आपने इसे माँगा था।',
  'magic_link.login.button': 'लॉग इन करें',
  'magic_link.signup.body':
    'साइन अप पूरा करने के लिए अपने ईमेल पते की पुष्टि करें। लिंक एक ही बार, उसी ब्राउज़र में काम करेगा जिससे आपने इसे माँगा था।',
  'magic_link.signup.button': 'साइन अप पूरा करें',
  'magic_link.secondary.subject': '{project} के लिए अपने पते की पुष्टि करें',
  'magic_link.secondary.body':
    'पुष्टि करें कि आप यह पता अपने {project} खाते में जोड़ना चाहते हैं। लिंक एक ही बार, उसी ब्राउज़र में काम करेगा जिससे आपने इसे माँगा था।',
  'magic_link.secondary.button': 'इस पते की पुष्टि करें',
  'link.expires': 'लिंक की वैधता: {duration}।',
  'link.host': 'यह {host} पर ले जाता है।',
  'link.trouble': 'बटन काम नहीं कर रहा?',
  'link.copy': 'यह पता अपने ब्राउज़र में कॉपी करें:',

  'passcode.subject': '{code} आपका {project} कोड है',
  'passcode.login.body': 'लॉग इन करने के लिए यह कोड डालें:',
  'passcode.signup.body': 'अपने पते की पुष्टि करने और साइन अप पूरा करने के लिए यह कोड डालें:',
  'passcode.secondary.body': '{project} पर यह पुष्टि करने के लिए कि यह आप ही हैं, यह कोड डालें:',
  'passcode.expires': 'कोड की वैधता: {duration}।',
  'passcode.secret': 'इसे किसी को न बताएँ: {project} आपसे यह कभी नहीं माँगेगा।',
  'passcode.text': '{code} आपका {project} कोड है। वैधता: {duration}। इसे किसी को न बताएँ।',

  'reset.subject': 'अपना {project} पासवर्ड रीसेट करें',
  'reset.heading': 'अपना पासवर्ड रीसेट करें',
  'reset.body': '{project} के लिए नया पासवर्ड चुनें। लिंक एक ही बार, उसी ब्राउज़र में काम करेगा जिससे आपने इसे माँगा था।',
  'reset.button': 'नया पासवर्ड चुनें',
  'reset.instead': 'इस बार बिना पासवर्ड के लॉग इन करें',
  'set_password.subject': '{project} के लिए पासवर्ड सेट करें या लॉग इन करें',
  'set_password.heading': 'पासवर्ड सेट करें या लॉग इन करें',
  'set_password.body':
    'आपके {project} खाते का अभी कोई पासवर्ड नहीं है। आप अभी पासवर्ड सेट कर सकते हैं या उसके बिना लॉग इन कर सकते हैं। हर लिंक एक ही बार, उसी ब्राउज़र में काम करेगा जिससे आपने इसे माँगा था।',
  'set_password.button': 'पासवर्ड सेट करें',
  'set_password.instead': 'बिना पासवर्ड के लॉग इन करें',
  'reset_signup.body':
    'साइन अप पूरा करने के लिए अपने ईमेल पते की पुष्टि करें और पासवर्ड चुनें। लिंक एक ही बार, उसी ब्राउज़र में काम करेगा जिससे आपने इसे माँगा था।',
  'reset_signup.button': 'पासवर्ड चुनें',
  'reset_signup.instead': 'बिना पासवर्ड के साइन अप करें',

  'invite.subject': '{project} पर {organization} से जुड़ें',
  'invite.heading': '{organization} से जुड़ें',
  'invite.body': '{inviter} ने आपको {project} पर {organization} में आमंत्रित किया है। लिंक एक ही बार काम करेगा।',
  'invite.body_unnamed': 'आपको {project} पर {organization} में आमंत्रित किया गया है। लिंक एक ही बार काम करेगा।',
  'invite.button': 'आमंत्रण स्वीकार करें',
  'invite.ignore': 'अगर आपको इस आमंत्रण की उम्मीद नहीं थी, तो इस ईमेल को अनदेखा करें।',

  'factor.email': 'ईमेल पता',
  'factor.phone_number': 'फ़ोन नंबर',
  'factor.oauth': 'किसी दूसरी सेवा का खाता',
  'factor.password': 'पासवर्ड',
  'factor.sso': 'किसी संगठन का सिंगल साइन-ऑन',
  'factor.totp': 'ऑथेंटिकेटर ऐप',
  'factor.crypto_wallet': 'क्रिप्टो वॉलेट',
  'factor.webauthn': 'पासकी',
  'factor.biometric': 'डिवाइस का बायोमेट्रिक अनलॉक',
  'factor_added.subject': 'आपके {project} खाते में लॉग इन का नया तरीका',
  'factor_added.heading': 'लॉग इन का एक तरीका जोड़ा गया',
  'factor_added.body': 'आपके {project} खाते में लॉग इन का एक तरीका जोड़ा गया: {factor}।',
  'factor_added.advice': 'अगर यह आपने नहीं किया, तो लॉग इन करें, इसे हटाएँ और बाकी सभी सत्रों से लॉग आउट करें।',
  'factor_removed.subject': 'आपके {project} खाते से लॉग इन का एक तरीका हटाया गया',
  'factor_removed.heading': 'लॉग इन का एक तरीका हटाया गया',
  'factor_removed.body': 'आपके {project} खाते से लॉग इन का एक तरीका हटाया गया: {factor}।',
  'factor_removed.advice': 'अगर यह आपने नहीं किया, तो लॉग इन करें और बचे हुए तरीके जाँचें।',
  'password_changed.subject': 'आपका {project} पासवर्ड बदला गया',
  'password_changed.heading': 'आपका पासवर्ड बदला गया',
  'password_changed.body': 'आपके {project} खाते का पासवर्ड बदला गया और बाकी सभी सत्र लॉग आउट कर दिए गए।',
  'password_changed.advice': 'अगर यह आपने नहीं किया, तो अभी अपना पासवर्ड रीसेट करें।',
  'password_disabled.subject': 'आपके {project} खाते का एक पुराना पासवर्ड बंद किया गया',
  'password_disabled.heading': 'एक पासवर्ड बंद किया गया',
  'password_disabled.body':
    'आपने अभी पुष्टि की है कि यह पता आपका है। इससे पहले आपके {project} खाते के लिए एक पासवर्ड सेट किया गया था, शायद किसी और ने। वह अब काम नहीं करता और उसके सत्र लॉग आउट कर दिए गए।',
  'password_disabled.advice': 'अगर वह आपने सेट किया था, तो “पासवर्ड भूल गए?” से नया चुनें।',
  'email_change.body':
    'अब से {project} पर {organization} में इस पते से लॉग इन करने के लिए इसकी पुष्टि करें। लिंक एक ही बार काम करेगा।',
  'email_changed.subject': 'आपके {project} खाते का ईमेल पता बदला गया',
  'email_changed.body': 'अब आप {project} पर {organization} में किसी दूसरे ईमेल पते से लॉग इन करते हैं। यह पता अब काम नहीं करता।',
  'sign_in_changed.subject': '{project} में लॉग इन का आपका तरीका बदला गया',
  'sign_in_changed.body':
    'किसी एडमिन ने {project} पर {organization} में आपके लॉग इन का तरीका बदला है। हो सकता है कि आपको फिर से लॉग इन करना पड़े।',
  'member.advice': 'अगर आपको इसकी उम्मीद नहीं थी, तो {organization} के किसी एडमिन से पूछें।',
  'mfa_phone_changed.subject': 'आपके दूसरे फ़ैक्टर का फ़ोन नंबर बदला गया',
  'mfa_phone_changed.body': '{project} पर {organization} में लॉग इन के बाद आप जो कोड डालते हैं, उनका फ़ोन नंबर बदला गया।',
  'recovery_codes_rotated.subject': '{project} के आपके रिकवरी कोड बदले गए',
  'recovery_codes_rotated.body':
    '{project} पर {organization} के लिए आपके ऑथेंटिकेटर ऐप के सभी रिकवरी कोड बदले गए। पुराने कोड अब काम नहीं करते।',
  'mfa_turned_off.subject': '{project} में आपका दूसरा फ़ैक्टर बंद किया गया',
  'mfa_turned_off.body':
    'अब आप {project} पर {organization} में दूसरे फ़ैक्टर के बिना लॉग इन कर सकते हैं, जब तक संगठन इसे अनिवार्य न करे।',
  'break_glass_used.subject': '{organization} में आपातकालीन एक्सेस का उपयोग हुआ',
  'break_glass_used.body': '{member} ने {project} पर {organization} में आपातकालीन एक्सेस से लॉग इन किया।',
  'break_glass_used.advice': 'अगर आपको इसकी उम्मीद नहीं थी, तो इस सदस्य के सेशन समाप्त करें और ऑडिट लॉग जाँचें।',
  'certificate_expires.subject': '{connection} का प्रमाणपत्र जल्द समाप्त होगा',
  'certificate_expires.body':
    '{organization} के सदस्य {connection} से {project} में लॉग इन करते हैं। इसका प्रमाणपत्र जल्द समाप्त होगा। उसके बाद लॉग इन विफल हो सकता है।',
  'certificate_expires.advice': 'कनेक्शन में अगला प्रमाणपत्र या अपने पहचान प्रदाता का मेटाडेटा पता जोड़ें।',
  'domain_lapsed.subject': '{domain} अब {organization} के लिए सत्यापित नहीं है',
  'domain_lapsed.body':
    'लगातार कई जाँचों में {domain} का DNS रिकॉर्ड नहीं मिला। नए सदस्य अब इस डोमेन के पते से {project} पर {organization} में शामिल नहीं हो सकते। सभी सत्र जारी रहेंगे।',
  'domain_claimed.subject': 'कोई दूसरा संगठन {domain} पर दावा कर रहा है',
  'domain_claimed.body':
    '{project} पर किसी दूसरे संगठन ने {domain} को प्रमाणित किया है। अगर उसका DNS रिकॉर्ड तब भी रहा, तो वह 72 घंटे में {organization} से यह डोमेन ले लेगा।',
  'domain_taken_over.subject': '{organization} ने {domain} खो दिया',
  'domain_taken_over.body':
    '{project} पर किसी दूसरे संगठन ने {domain} ले लिया है। नए सदस्य अब इस डोमेन के पते से {organization} में शामिल नहीं हो सकते। सभी सत्र जारी रहेंगे।',
  'domain.advice': 'अगर आपको इसकी उम्मीद नहीं थी, तो {domain} के DNS रिकॉर्ड जाँचें।',
  'new_network.subject': 'नए नेटवर्क से {project} में साइन-इन सीमित है',
  'new_network.heading': 'साइन-इन के बहुत अधिक प्रयास',
  'new_network.body':
    '{project} पर आपके खाते के लिए साइन-इन के कई प्रयास हुए या कई संदेश माँगे गए। उसकी सुरक्षा के लिए नए नेटवर्क से साइन-इन अभी सीमित है। साइन इन करने के लिए यह लिंक उसी डिवाइस और नेटवर्क पर खोलें जिससे आप साइन इन करते हैं। लिंक 24 घंटे काम करता है।',
  'new_network.button': 'इस नेटवर्क को अनुमति दें',

  'details.time': 'समय',
  'details.device': 'डिवाइस',
  'details.place': 'स्थान',
  'details.browser_and_system': '{browser}, {system}',
  'help.project': 'मदद चाहिए? {project} की सहायता टीम से संपर्क करें।',
  'help.email': 'मदद चाहिए? {email} पर लिखें।',
  ignore: 'अगर आपने यह नहीं माँगा था, तो आप इस ईमेल को बेझिझक अनदेखा कर सकते हैं।',
}
