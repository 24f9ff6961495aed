/** How the fake wallets respond to requests. */
export const walletAnswers = { approves: 'Approve', declines: 'Decline' } as const
export type WalletAnswer = keyof typeof walletAnswers
