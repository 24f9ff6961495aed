import type { NewUser } from '@latchkey/contract/admin'

type Verified = { verified?: boolean | undefined }

/**
 * Removes addresses and numbers that a user of another product has only claimed, next to ones that are verified. Their
 * owner, who may be another person, would sign in to this account, and its holder would keep access. An email address
 * stays if it is the only one and a password depends on it.
 */
export function withoutClaims(user: NewUser): { user: NewUser; removed: string[] } {
  const { email, email_verified, additional_emails = [], phone_number, phone_number_verified, ...rest } = user
  const { additional_phone_numbers = [], ...others } = rest
  const emails = [...(email === undefined ? [] : [{ email, verified: email_verified }]), ...additional_emails]
  const numbers = [
    ...(phone_number === undefined ? [] : [{ phone_number, verified: phone_number_verified }]),
    ...additional_phone_numbers,
  ]
  if (![...emails, ...numbers].some(isVerified)) return { user, removed: [] }
  const needsEmail = user.password_hash !== undefined && !emails.some(isVerified)
  const remainingEmails = needsEmail ? emails.slice(0, 1) : emails.filter(isVerified)
  const remainingNumbers = numbers.filter(isVerified)
  const [mainEmail, ...furtherEmails] = remainingEmails
  const [mainNumber, ...furtherNumbers] = remainingNumbers
  return {
    user: {
      ...others,
      ...(mainEmail ? { email: mainEmail.email, email_verified: isVerified(mainEmail) } : {}),
      ...(furtherEmails.length === 0 ? {} : { additional_emails: furtherEmails }),
      ...(mainNumber ? { phone_number: mainNumber.phone_number, phone_number_verified: true } : {}),
      ...(furtherNumbers.length === 0 ? {} : { additional_phone_numbers: furtherNumbers }),
    },
    removed: [
      ...(remainingEmails.length < emails.length ? ['unverified email addresses'] : []),
      ...(remainingNumbers.length < numbers.length ? [numberLabel(numbers)] : []),
    ],
  }
}

/** Firebase does not say whether a number was verified: the operator can vouch for it. */
function numberLabel(numbers: readonly Verified[]): string {
  return numbers.some(({ verified }) => verified === undefined)
    ? 'phone numbers (add --verified if they were verified)'
    : 'unverified phone numbers'
}

function isVerified({ verified }: Verified): boolean {
  return verified === true
}
