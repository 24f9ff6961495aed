import { ResetPassword } from '@latchkey/widgets'

export default function Page() {
  return <ResetPassword passwordResetToken="password-reset-token" />
}
