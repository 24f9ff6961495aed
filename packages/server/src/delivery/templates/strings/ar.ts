import type { MessageStrings } from './en.ts'

/** Modern Standard Arabic, in the register of the widgets. */
export const ar: MessageStrings = {
  'login.subject': 'تسجيل الدخول إلى {project}',
  'login.heading': 'تسجيل الدخول إلى {project}',
  'signup.subject': 'أكمل التسجيل في {project}',
  'signup.heading': 'مرحبًا بك في {project}',
  'secondary.heading': 'تأكيد عنوانك',

  'magic_link.login.body': 'إليك رابط تسجيل الدخول. يعمل مرة واحدة، في المتصفح الذي طلبته منه.',
  'magic_link.login.button': 'تسجيل الدخول',
  'magic_link.signup.body': 'أكّد بريدك الإلكتروني لإكمال التسجيل. يعمل الرابط مرة واحدة، في المتصفح الذي طلبته منه.',
  'magic_link.signup.button': 'إكمال التسجيل',
  'magic_link.secondary.subject': 'أكّد عنوانك في {project}',
  'magic_link.secondary.body':
    'أكّد أنك تريد إضافة هذا العنوان إلى حسابك في {project}. يعمل الرابط مرة واحدة، في المتصفح الذي طلبته منه.',
  'magic_link.secondary.button': 'تأكيد هذا العنوان',
  'link.expires': 'مدة صلاحية الرابط: {duration}.',
  'link.host': 'يؤدي الرابط إلى {host}.',
  'link.trouble': 'هل الزر لا يعمل؟',
  'link.copy': 'انسخ هذا العنوان إلى متصفحك:',

  'passcode.subject': '{code} هو رمزك في {project}',
  'passcode.login.body': 'أدخل هذا الرمز لتسجيل الدخول:',
  'passcode.signup.body': 'أدخل هذا الرمز لتأكيد عنوانك وإكمال التسجيل:',
  'passcode.secondary.body': 'أدخل هذا الرمز لتأكيد هويتك في {project}:',
  'passcode.expires': 'مدة صلاحية الرمز: {duration}.',
  'passcode.secret': 'لا تشاركه مع أحد: لن يطلبه منك {project} أبدًا.',
  'passcode.text': '{code} هو رمزك في {project}. مدة الصلاحية: {duration}. لا تشاركه مع أحد.',

  'reset.subject': 'إعادة تعيين كلمة المرور في {project}',
  'reset.heading': 'إعادة تعيين كلمة المرور',
  'reset.body': 'اختر كلمة مرور جديدة لحسابك في {project}. يعمل الرابط مرة واحدة، في المتصفح الذي طلبته منه.',
  'reset.button': 'اختيار كلمة مرور جديدة',
  'reset.instead': 'تسجيل الدخول دون كلمة مرور هذه المرة',
  'set_password.subject': 'عيّن كلمة مرور في {project} أو سجّل الدخول',
  'set_password.heading': 'عيّن كلمة مرور أو سجّل الدخول',
  'set_password.body':
    'لا توجد كلمة مرور لحسابك في {project} بعد. يمكنك تعيين واحدة الآن أو تسجيل الدخول دونها. يعمل كل رابط مرة واحدة، في المتصفح الذي طلبته منه.',
  'set_password.button': 'تعيين كلمة مرور',
  'set_password.instead': 'تسجيل الدخول دون كلمة مرور',
  'reset_signup.body':
    'أكّد بريدك الإلكتروني واختر كلمة مرور لإكمال التسجيل. يعمل الرابط مرة واحدة، في المتصفح الذي طلبته منه.',
  'reset_signup.button': 'اختيار كلمة مرور',
  'reset_signup.instead': 'التسجيل دون كلمة مرور',

  'invite.subject': 'انضم إلى {organization} في {project}',
  'invite.heading': 'انضم إلى {organization}',
  'invite.body': 'دعاك {inviter} إلى {organization} في {project}. يعمل الرابط مرة واحدة.',
  'invite.body_unnamed': 'تلقيت دعوة إلى {organization} في {project}. يعمل الرابط مرة واحدة.',
  'invite.button': 'قبول الدعوة',
  'invite.ignore': 'إذا لم تكن تتوقع هذه الدعوة، فيمكنك تجاهل هذه الرسالة.',

  'factor.email': 'بريد إلكتروني',
  'factor.phone_number': 'رقم هاتف',
  'factor.oauth': 'حساب لدى مزوّد آخر',
  'factor.password': 'كلمة مرور',
  'factor.totp': 'تطبيق مصادقة',
  'factor.crypto_wallet': 'محفظة عملات رقمية',
  'factor.webauthn': 'مفتاح مرور',
  'factor.biometric': 'فتح الجهاز بالمقاييس الحيوية',
  'factor_added.subject': 'طريقة جديدة لتسجيل الدخول إلى حسابك في {project}',
  'factor_added.heading': 'أُضيفت طريقة لتسجيل الدخول',
  'factor_added.body': 'أُضيفت طريقة لتسجيل الدخول إلى حسابك في {project}: {factor}.',
  'factor_added.advice': 'إذا لم تكن أنت من فعل ذلك، فسجّل الدخول وأزلها وأنهِ جميع الجلسات الأخرى.',
  'factor_removed.subject': 'أُزيلت طريقة لتسجيل الدخول من حسابك في {project}',
  'factor_removed.heading': 'أُزيلت طريقة لتسجيل الدخول',
  'factor_removed.body': 'أُزيلت طريقة لتسجيل الدخول من حسابك في {project}: {factor}.',
  'factor_removed.advice': 'إذا لم تكن أنت من فعل ذلك، فسجّل الدخول وتحقق من الطرق المتبقية.',
  'password_changed.subject': 'تم تغيير كلمة المرور في {project}',
  'password_changed.heading': 'تم تغيير كلمة المرور',
  'password_changed.body': 'تم تغيير كلمة مرور حسابك في {project} وإنهاء جميع الجلسات الأخرى.',
  'password_changed.advice': 'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور الآن.',
  'password_disabled.subject': 'تم إيقاف كلمة مرور قديمة لحسابك في {project}',
  'password_disabled.heading': 'تم إيقاف كلمة مرور',
  'password_disabled.body':
    'لقد أكّدت للتو أن هذا العنوان لك. قبل ذلك عُيّنت كلمة مرور لحسابك في {project}، وربما عيّنها شخص آخر. لم تعد تعمل، وتم إنهاء جلساتها.',
  'password_disabled.advice': 'إذا كنت أنت من عيّنها، فاختر كلمة جديدة عبر «هل نسيت كلمة المرور؟».',
  'email_change.body':
    'أكّد هذا العنوان لتسجيل الدخول به إلى {organization} في {project} من الآن فصاعدًا. يعمل الرابط مرة واحدة.',
  'email_changed.subject': 'تم تغيير عنوان البريد الإلكتروني لحسابك في {project}',
  'email_changed.body':
    'تسجّل الدخول الآن إلى {organization} في {project} بعنوان بريد إلكتروني آخر. لم يعد هذا العنوان يعمل.',
  'sign_in_changed.subject': 'تم تغيير طريقة تسجيل دخولك إلى {project}',
  'sign_in_changed.body':
    'غيّر أحد المسؤولين طريقة تسجيل دخولك إلى {organization} في {project}. قد تحتاج إلى تسجيل الدخول من جديد.',
  'member.advice': 'إذا لم تكن تتوقع ذلك، فاسأل أحد مسؤولي {organization}.',
  'domain_lapsed.subject': 'لم يعد {domain} نطاقًا مؤكدًا لدى {organization}',
  'domain_lapsed.body':
    'لم يُعثر على سجل DNS للنطاق {domain} في عدة عمليات تحقق متتالية. لم يعد بإمكان الأعضاء الجدد الانضمام إلى {organization} في {project} بعنوان من هذا النطاق. تستمر جميع الجلسات.',
  'domain_claimed.subject': 'مؤسسة أخرى تطالب بالنطاق {domain}',
  'domain_claimed.body':
    'أثبتت مؤسسة أخرى في {project} ملكيتها للنطاق {domain}. ستأخذ النطاق من {organization} خلال 72 ساعة إذا ظل سجل DNS الخاص بها موجودًا.',
  'domain_taken_over.subject': 'فقدت {organization} النطاق {domain}',
  'domain_taken_over.body':
    'أخذت مؤسسة أخرى في {project} النطاق {domain}. لم يعد بإمكان الأعضاء الجدد الانضمام إلى {organization} بعنوان من هذا النطاق. تستمر جميع الجلسات.',
  'domain.advice': 'إذا لم تكن تتوقع ذلك، فتحقق من سجلات DNS للنطاق {domain}.',
  'new_network.subject': 'تسجيل الدخول إلى {project} من الشبكات الجديدة مقيّد',
  'new_network.heading': 'محاولات تسجيل دخول كثيرة',
  'new_network.body':
    'جرت محاولات كثيرة لتسجيل الدخول إلى حسابك في {project} أو لطلب رسائل له. لحمايته، أصبح تسجيل الدخول من الشبكات الجديدة مقيّدًا حاليًا. إذا أردت تسجيل الدخول، فافتح هذا الرابط على الجهاز والشبكة اللذين تسجّل الدخول منهما. يعمل الرابط لمدة 24 ساعة.',
  'new_network.button': 'السماح بهذه الشبكة',

  'details.time': 'الوقت',
  'details.device': 'الجهاز',
  'details.place': 'المكان',
  'details.browser_and_system': '{browser} على {system}',
  'help.project': 'هل تحتاج إلى مساعدة؟ تواصل مع دعم {project}.',
  'help.email': 'هل تحتاج إلى مساعدة؟ اكتب إلى {email}.',
  ignore: 'إذا لم تطلب ذلك، يمكنك تجاهل هذه الرسالة بأمان.',
}
