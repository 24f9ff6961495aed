import type { MessageStrings } from './en.ts'

/** Polite form (です・ます), like the widgets. */
export const ja: MessageStrings = {
  'login.subject': '{project}にログイン',
  'login.heading': '{project}にログイン',
  'signup.subject': '{project}への登録を完了してください',
  'signup.heading': '{project}へようこそ',
  'secondary.heading': 'アドレスの確認',

  'magic_link.login.body': 'ログイン用のリンクです。リンクをリクエストしたブラウザーで、1回だけ使えます。',
  'magic_link.login.button': 'ログイン',
  'magic_link.signup.body':
    'メールアドレスを確認して、登録を完了してください。リンクは、リクエストしたブラウザーで1回だけ使えます。',
  'magic_link.signup.button': '登録を完了する',
  'magic_link.secondary.subject': '{project}で使うアドレスを確認してください',
  'magic_link.secondary.body':
    'このアドレスを{project}のアカウントに追加することを確認してください。リンクは、リクエストしたブラウザーで1回だけ使えます。',
  'magic_link.secondary.button': 'このアドレスを確認する',
  'link.expires': 'リンクの有効期間は{duration}です。',
  'link.host': 'リンク先は{host}です。',
  'link.trouble': 'ボタンが使えない場合',
  'link.copy': '次のアドレスをブラウザーにコピーしてください:',

  'passcode.subject': '{code} は{project}のコードです',
  'passcode.login.body': 'ログインするには、次のコードを入力してください:',
  'passcode.signup.body': 'アドレスを確認して登録を完了するには、次のコードを入力してください:',
  'passcode.secondary.body': '{project}でご本人であることを確認するため、次のコードを入力してください:',
  'passcode.expires': 'コードの有効期間は{duration}です。',
  'passcode.secret': '誰にも教えないでください。{project}がコードをお尋ねすることはありません。',
  'passcode.text': '{code} は{project}のコードです。有効期間は{duration}です。誰にも教えないでください。',

  'reset.subject': '{project}のパスワードを再設定',
  'reset.heading': 'パスワードを再設定',
  'reset.body': '{project}の新しいパスワードを選んでください。リンクは、リクエストしたブラウザーで1回だけ使えます。',
  'reset.button': '新しいパスワードを選ぶ',
  'reset.instead': '今回はパスワードなしでログイン',
  'set_password.subject': '{project}のパスワードを設定するか、ログインしてください',
  'set_password.heading': 'パスワードを設定するか、ログインしてください',
  'set_password.body':
    '{project}のアカウントにはまだパスワードがありません。今すぐ設定するか、パスワードなしでログインできます。リンクは、リクエストしたブラウザーでそれぞれ1回だけ使えます。',
  'set_password.button': 'パスワードを設定する',
  'set_password.instead': 'パスワードなしでログイン',
  'reset_signup.body':
    'メールアドレスを確認し、パスワードを選んで登録を完了してください。リンクは、リクエストしたブラウザーで1回だけ使えます。',
  'reset_signup.button': 'パスワードを選ぶ',
  'reset_signup.instead': 'パスワードなしで登録',

  'invite.subject': '{project}の{organization}への招待',
  'invite.heading': '{organization}に参加',
  'invite.body': '{inviter}さんから、{project}の{organization}に招待されました。リンクは1回だけ使えます。',
  'invite.body_unnamed': '{project}の{organization}に招待されました。リンクは1回だけ使えます。',
  'invite.button': '招待を承諾',
  'invite.ignore': 'この招待に心当たりがない場合は、このメールを無視してください。',

  'factor.email': 'メールアドレス',
  'factor.phone_number': '電話番号',
  'factor.oauth': '他のサービスのアカウント',
  'factor.password': 'パスワード',
  'factor.sso': '組織のシングルサインオン',
  'factor.totp': '認証アプリ',
  'factor.crypto_wallet': '暗号資産ウォレット',
  'factor.webauthn': 'パスキー',
  'factor.biometric': '生体認証によるロック解除',
  'factor_added.subject': '{project}のアカウントに新しいログイン方法が追加されました',
  'factor_added.heading': 'ログイン方法が追加されました',
  'factor_added.body': '{project}のアカウントにログイン方法が追加されました: {factor}',
  'factor_added.advice':
    'お心当たりがない場合は、ログインしてこの方法を削除し、他のすべてのセッションからログアウトしてください。',
  'factor_removed.subject': '{project}のアカウントからログイン方法が削除されました',
  'factor_removed.heading': 'ログイン方法が削除されました',
  'factor_removed.body': '{project}のアカウントからログイン方法が削除されました: {factor}',
  'factor_removed.advice': 'お心当たりがない場合は、ログインして残りのログイン方法を確認してください。',
  'password_changed.subject': '{project}のパスワードが変更されました',
  'password_changed.heading': 'パスワードが変更されました',
  'password_changed.body':
    '{project}のアカウントのパスワードが変更され、他のすべてのセッションからログアウトしました。',
  'password_changed.advice': 'お心当たりがない場合は、今すぐパスワードを再設定してください。',
  'password_disabled.subject': '{project}のアカウントの以前のパスワードが無効になりました',
  'password_disabled.heading': 'パスワードが無効になりました',
  'password_disabled.body':
    'このアドレスがご本人のものであることが確認されました。それ以前に、{project}のアカウントにパスワードが設定されていました。別の人が設定した可能性があります。そのパスワードは使えなくなり、そのセッションからログアウトしました。',
  'password_disabled.advice':
    'ご自身で設定した場合は、「パスワードをお忘れですか？」から新しいパスワードを選んでください。',
  'email_change.body':
    '今後このアドレスで{project}の{organization}にログインするには、アドレスを確認してください。リンクは1回だけ使えます。',
  'email_changed.subject': '{project}のアカウントのメールアドレスが変更されました',
  'email_changed.body':
    '{project}の{organization}には、別のメールアドレスでログインするようになりました。このアドレスは使えなくなりました。',
  'sign_in_changed.subject': '{project}へのログイン方法が変更されました',
  'sign_in_changed.body':
    '管理者が{project}の{organization}へのログイン方法を変更しました。再度ログインが必要な場合があります。',
  'member.advice': 'お心当たりがない場合は、{organization}の管理者に確認してください。',
  'mfa_phone_changed.subject': '二要素認証の電話番号が変更されました',
  'mfa_phone_changed.body': '{project}の{organization}へのログイン後に入力するコードの電話番号が変更されました。',
  'recovery_codes_rotated.subject': '{project}のリカバリーコードが再発行されました',
  'recovery_codes_rotated.body':
    '{project}の{organization}で使う認証アプリのリカバリーコードがすべて再発行されました。以前のコードは使えなくなりました。',
  'mfa_turned_off.subject': '{project}の二要素認証がオフになりました',
  'mfa_turned_off.body':
    '組織が必須としていない限り、{project}の{organization}に二要素認証なしでログインできるようになりました。',
  'break_glass_used.subject': '{organization}への緊急アクセスが使用されました',
  'break_glass_used.body': '{member}が緊急アクセスで{project}の{organization}にログインしました。',
  'break_glass_used.advice': 'お心当たりがない場合は、このメンバーのセッションを終了し、監査ログを確認してください。',
  'certificate_expires.subject': '{connection}の証明書の有効期限が近づいています',
  'certificate_expires.body':
    '{organization}のメンバーは{connection}で{project}にログインしています。証明書の有効期限が近づいています。期限後はログインに失敗する可能性があります。',
  'certificate_expires.advice': '接続に次の証明書またはIDプロバイダーのメタデータのアドレスを追加してください。',
  'domain_lapsed.subject': '{domain}は{organization}の確認済みドメインではなくなりました',
  'domain_lapsed.body':
    '{domain}のDNSレコードが複数回続けて見つかりませんでした。新しいメンバーは、このドメインのアドレスで{project}の{organization}に参加できなくなりました。すべてのセッションは継続します。',
  'domain_claimed.subject': '別の組織が{domain}の所有を申し立てています',
  'domain_claimed.body':
    '{project}の別の組織が{domain}の所有を証明しました。DNSレコードが残っている場合、72時間後に{organization}からドメインを引き継ぎます。',
  'domain_taken_over.subject': '{organization}は{domain}を失いました',
  'domain_taken_over.body':
    '{project}の別の組織が{domain}を引き継ぎました。新しいメンバーは、このドメインのアドレスで{organization}に参加できなくなりました。すべてのセッションは継続します。',
  'domain.advice': 'お心当たりがない場合は、{domain}のDNSレコードを確認してください。',
  'new_network.subject': '新しいネットワークからの {project} へのサインインが制限されています',
  'new_network.heading': 'サインインの試行が多すぎます',
  'new_network.body':
    '{project} のアカウントに対して、多数のサインインの試行またはメッセージのリクエストがありました。保護のため、新しいネットワークからのサインインは現在制限されています。サインインするには、使用するデバイスとネットワークでこのリンクを開いてください。リンクは 24 時間有効です。',
  'new_network.button': 'このネットワークを許可',

  'details.time': '日時',
  'details.device': '端末',
  'details.place': '場所',
  'details.browser_and_system': '{browser}（{system}）',
  'help.project': 'お困りの場合は、{project}のサポートにお問い合わせください。',
  'help.email': 'お困りの場合は、{email} までご連絡ください。',
  ignore: 'お心当たりがない場合は、このメールを無視していただいて問題ありません。',
}
