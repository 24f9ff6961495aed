import type { MessageStrings } from './en.ts'

/** Polite form (합니다/하세요), like the widgets. Particles never depend on the sound of the project's name. */
export const ko: MessageStrings = {
  'login.subject': '{project}에 로그인',
  'login.heading': '{project}에 로그인',
  'signup.subject': '{project} 가입을 완료하세요',
  'signup.heading': '{project}에 오신 것을 환영합니다',
  'secondary.heading': '주소 확인',

  'magic_link.login.body': '로그인 링크입니다. 링크를 요청한 브라우저에서 한 번만 사용할 수 있습니다.',
  'magic_link.login.button': '로그인',
  'magic_link.signup.body':
    '이메일 주소를 확인하고 가입을 완료하세요. 링크는 요청한 브라우저에서 한 번만 사용할 수 있습니다.',
  'magic_link.signup.button': '가입 완료',
  'magic_link.secondary.subject': '{project}에서 사용할 주소를 확인하세요',
  'magic_link.secondary.body':
    '이 주소를 {project} 계정에 추가하려면 확인해 주세요. 링크는 요청한 브라우저에서 한 번만 사용할 수 있습니다.',
  'magic_link.secondary.button': '이 주소 확인',
  'link.expires': '링크는 {duration} 동안 유효합니다.',
  'link.host': '링크 주소: {host}.',
  'link.trouble': '버튼이 작동하지 않나요?',
  'link.copy': '이 주소를 브라우저에 복사하세요:',

  'passcode.subject': '{code} - {project} 인증 코드',
  'passcode.login.body': '로그인하려면 이 코드를 입력하세요:',
  'passcode.signup.body': '주소를 확인하고 가입을 완료하려면 이 코드를 입력하세요:',
  'passcode.secondary.body': '{project}에서 본인임을 확인하려면 이 코드를 입력하세요:',
  'passcode.expires': '코드는 {duration} 동안 유효합니다.',
  'passcode.secret': '다른 사람에게 알려 주지 마세요. {project}에서는 절대 코드를 묻지 않습니다.',
  'passcode.text': '{code}: {project} 인증 코드입니다. {duration} 동안 유효합니다. 다른 사람에게 알려 주지 마세요.',

  'reset.subject': '{project} 비밀번호 재설정',
  'reset.heading': '비밀번호 재설정',
  'reset.body': '{project}에서 사용할 새 비밀번호를 선택하세요. 링크는 요청한 브라우저에서 한 번만 사용할 수 있습니다.',
  'reset.button': '새 비밀번호 선택',
  'reset.instead': '이번에는 비밀번호 없이 로그인',
  'set_password.subject': '{project} 비밀번호를 설정하거나 로그인하세요',
  'set_password.heading': '비밀번호를 설정하거나 로그인하세요',
  'set_password.body':
    '{project} 계정에 아직 비밀번호가 없습니다. 지금 설정하거나 비밀번호 없이 로그인할 수 있습니다. 링크는 요청한 브라우저에서 각각 한 번만 사용할 수 있습니다.',
  'set_password.button': '비밀번호 설정',
  'set_password.instead': '비밀번호 없이 로그인',
  'reset_signup.body':
    '이메일 주소를 확인하고 비밀번호를 선택하여 가입을 완료하세요. 링크는 요청한 브라우저에서 한 번만 사용할 수 있습니다.',
  'reset_signup.button': '비밀번호 선택',
  'reset_signup.instead': '비밀번호 없이 가입',

  'invite.subject': '{project}의 {organization} 초대',
  'invite.heading': '{organization}에 참여하기',
  'invite.body': '{inviter} 님이 {project}의 {organization}에 초대했습니다. 링크는 한 번만 사용할 수 있습니다.',
  'invite.body_unnamed': '{project}의 {organization}에 초대되었습니다. 링크는 한 번만 사용할 수 있습니다.',
  'invite.button': '초대 수락',
  'invite.ignore': '예상하지 못한 초대라면 이 이메일을 무시하셔도 됩니다.',

  'factor.email': '이메일 주소',
  'factor.phone_number': '전화번호',
  'factor.oauth': '다른 서비스의 계정',
  'factor.password': '비밀번호',
  'factor.sso': '조직의 싱글 사인온',
  'factor.totp': '인증 앱',
  'factor.crypto_wallet': '암호화폐 지갑',
  'factor.webauthn': '패스키',
  'factor.biometric': '기기 생체 인식 잠금 해제',
  'factor_added.subject': '{project} 계정에 새 로그인 방법이 추가되었습니다',
  'factor_added.heading': '로그인 방법이 추가되었습니다',
  'factor_added.body': '{project} 계정에 로그인 방법이 추가되었습니다: {factor}.',
  'factor_added.advice': '본인이 한 것이 아니라면 로그인하여 이 방법을 삭제하고 다른 모든 세션에서 로그아웃하세요.',
  'factor_removed.subject': '{project} 계정에서 로그인 방법이 삭제되었습니다',
  'factor_removed.heading': '로그인 방법이 삭제되었습니다',
  'factor_removed.body': '{project} 계정에서 로그인 방법이 삭제되었습니다: {factor}.',
  'factor_removed.advice': '본인이 한 것이 아니라면 로그인하여 남은 로그인 방법을 확인하세요.',
  'password_changed.subject': '{project} 비밀번호가 변경되었습니다',
  'password_changed.heading': '비밀번호가 변경되었습니다',
  'password_changed.body': '{project} 계정의 비밀번호가 변경되었고 다른 모든 세션이 로그아웃되었습니다.',
  'password_changed.advice': '본인이 한 것이 아니라면 지금 비밀번호를 재설정하세요.',
  'password_disabled.subject': '{project} 계정의 이전 비밀번호가 사용 중지되었습니다',
  'password_disabled.heading': '비밀번호가 사용 중지되었습니다',
  'password_disabled.body':
    '방금 이 주소가 본인의 것임을 확인하셨습니다. 그 전에 {project} 계정에 비밀번호가 설정되어 있었으며, 다른 사람이 설정했을 수 있습니다. 이 비밀번호는 더 이상 사용할 수 없으며 해당 세션은 로그아웃되었습니다.',
  'password_disabled.advice': '직접 설정한 비밀번호라면 “비밀번호를 잊으셨나요?”에서 새 비밀번호를 선택하세요.',
  'email_change.body':
    '앞으로 이 주소로 {project}의 {organization}에 로그인하려면 주소를 확인해 주세요. 링크는 한 번만 사용할 수 있습니다.',
  'email_changed.subject': '{project} 계정의 이메일 주소가 변경되었습니다',
  'email_changed.body':
    '이제 다른 이메일 주소로 {project}의 {organization}에 로그인합니다. 이 주소는 더 이상 사용할 수 없습니다.',
  'sign_in_changed.subject': '{project} 로그인 방법이 변경되었습니다',
  'sign_in_changed.body':
    '관리자가 {project}의 {organization} 로그인 방법을 변경했습니다. 다시 로그인해야 할 수 있습니다.',
  'member.advice': '예상하지 못한 변경이라면 {organization} 관리자에게 문의하세요.',
  'mfa_phone_changed.subject': '2단계 인증 전화번호가 변경되었습니다',
  'mfa_phone_changed.body': '{project}의 {organization}에 로그인한 후 입력하는 코드의 전화번호가 변경되었습니다.',
  'recovery_codes_rotated.subject': '{project} 복구 코드가 교체되었습니다',
  'recovery_codes_rotated.body':
    '{project}의 {organization}에서 사용하는 인증 앱의 모든 복구 코드가 교체되었습니다. 이전 코드는 더 이상 사용할 수 없습니다.',
  'mfa_turned_off.subject': '{project} 2단계 인증이 꺼졌습니다',
  'mfa_turned_off.body':
    '조직에서 요구하지 않는 한 이제 2단계 인증 없이 {project}의 {organization}에 로그인할 수 있습니다.',
  'break_glass_used.subject': '{organization} 비상 액세스가 사용되었습니다',
  'break_glass_used.body': '{member} 님이 비상 액세스로 {project}의 {organization}에 로그인했습니다.',
  'break_glass_used.advice': '예상하지 못한 일이라면 이 구성원의 세션을 종료하고 감사 로그를 확인하세요.',
  'certificate_expires.subject': '{connection} 인증서가 곧 만료됩니다',
  'certificate_expires.body':
    '{organization} 구성원은 {connection}(으)로 {project}에 로그인합니다. 인증서가 곧 만료됩니다. 이후에는 로그인이 실패할 수 있습니다.',
  'certificate_expires.advice': '연결에 다음 인증서 또는 ID 공급자의 메타데이터 주소를 추가하세요.',
  'domain_lapsed.subject': '{domain}은(는) 더 이상 {organization}의 확인된 도메인이 아닙니다',
  'domain_lapsed.body':
    '여러 번 연속된 확인에서 {domain}의 DNS 레코드를 찾지 못했습니다. 새 구성원은 이 도메인의 주소로 {project}의 {organization}에 더 이상 참여할 수 없습니다. 모든 세션은 유지됩니다.',
  'domain_claimed.subject': '다른 조직이 {domain}의 소유를 주장합니다',
  'domain_claimed.body':
    '{project}의 다른 조직이 {domain}을(를) 증명했습니다. DNS 레코드가 계속 있으면 72시간 후 {organization}에서 도메인을 넘겨받습니다.',
  'domain_taken_over.subject': '{organization}이(가) {domain}을(를) 잃었습니다',
  'domain_taken_over.body':
    '{project}의 다른 조직이 {domain}을(를) 넘겨받았습니다. 새 구성원은 이 도메인의 주소로 {organization}에 더 이상 참여할 수 없습니다. 모든 세션은 유지됩니다.',
  'domain.advice': '예상하지 못한 변경이라면 {domain}의 DNS 레코드를 확인하세요.',
  'new_network.subject': '새 네트워크에서 {project} 로그인이 제한되었습니다',
  'new_network.heading': '로그인 시도가 너무 많습니다',
  'new_network.body':
    '{project} 계정에 대해 로그인 시도나 메시지 요청이 많았습니다. 계정을 보호하기 위해 새 네트워크에서의 로그인이 현재 제한되어 있습니다. 로그인하려면 로그인에 사용하는 기기와 네트워크에서 이 링크를 여세요. 링크는 24시간 동안 유효합니다.',
  'new_network.button': '이 네트워크 허용',

  'details.time': '시간',
  'details.device': '기기',
  'details.place': '위치',
  'details.browser_and_system': '{browser}({system})',
  'help.project': '도움이 필요하신가요? {project} 고객 지원에 문의하세요.',
  'help.email': '도움이 필요하신가요? {email} 주소로 문의하세요.',
  ignore: '요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다.',
}
